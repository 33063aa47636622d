// A link may end in "#" and a secret that opens a seat. The secret is removed from the address as soon as this module
// loads, so that nobody sees it there or shares it by mistake with a copied address.

let kept = "";

function look() {
  const [, found] = /^#(?:join|seat)=([\w-]+)$/.exec(location.hash) ?? [];
  if (!found || !location.pathname.startsWith("/play/")) return;
  history.replaceState(history.state, "", location.pathname);
  kept = found;
}

/** The secret of the link that led here, once; "" if there was none. */
export function takeSecret() {
  look();
  const found = kept;
  kept = "";
  return found;
}

look();
