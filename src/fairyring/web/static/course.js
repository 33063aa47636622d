// The pieces on the board after the events of a turn. Nothing is decided here: the server has said what happens.

/** @import {Event, Token} from "./protocol" */

/** @typedef {ReadonlyMap<string, {name: string, picture: string}>} Kinds the kinds of pieces by their letters */

/**
 * The pieces after an event.
 *
 * @param {Token[]} tokens
 * @param {Event} event
 * @param {Kinds} kinds
 * @returns {Token[]}
 */
export function after(tokens, event, kinds) {
  const { what, sites, taken, becomes, momentum } = event;
  if (what === "spin") {
    const next = new Map(sites.map((site, index) => [site, sites[(index + 1) % sites.length]]));
    return tokens.map((token) => {
      const site = next.get(token.site);
      return site === undefined ? token : { ...token, site, momentum: quarter(token.momentum) };
    });
  }
  if (what === "vanish") return tokens.filter((token) => !sites.includes(token.site));
  const [from, to] = [sites[0], sites[sites.length - 1]];
  const kind = kinds.get(becomes);
  const rest = tokens.filter((token) => token.site === from || token.site !== taken);
  return rest.map((token) => {
    if (token.site !== from) return token;
    const moved = { ...token, site: to, momentum };
    return kind ? { ...moved, letter: becomes, picture: kind.picture, name: `${token.side} ${kind.name}` } : moved;
  });
}

/**
 * The pieces after several events.
 *
 * @param {Token[]} tokens
 * @param {Event[]} events
 * @param {Kinds} kinds
 */
export function outcome(tokens, events, kinds) {
  return events.reduce((left, event) => after(left, event, kinds), tokens);
}

/** @param {Token["momentum"]} momentum turned clockwise with the site on which its piece stands */
function quarter(momentum) {
  return momentum && { dx: momentum.dy, dy: -momentum.dx, place: momentum.place };
}
