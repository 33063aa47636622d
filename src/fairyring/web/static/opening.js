// What follows the "#" of a link opens a seat: it is for nobody else to see, nor to be sent by mistake with a copied
// address. It is taken out of the address as this is loaded, before all that waits for anything.

let kept = "";

function look() {
  const [, opens] = /^#(?:join|seat)=([\w-]+)$/.exec(location.hash) ?? [];
  if (!opens || !location.pathname.startsWith("/play/")) return;
  history.replaceState(history.state, "", location.pathname);
  kept = opens;
}

/** What the link opens by which somebody has come, once; else "". */
export function opening() {
  look();
  const found = kept;
  kept = "";
  return found;
}

look();
