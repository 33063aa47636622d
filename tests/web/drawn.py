"""Two games that differ in a secret alone, as a browser draws them for Black and for spectators."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.chromium import COMPILING
from tests.web.worlds import PLIES, Case, Json, moves

# Go to a game without loading the page again; the milliseconds until its board is there.
VISIT = """async (path) => {
    history.pushState(null, "", "/missing-page");
    dispatchEvent(new PopStateEvent("popstate"));
    const began = performance.now();
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
    while (!document.querySelector(".boards .piece")) await new Promise((done) => setTimeout(done));
    return performance.now() - began;
}"""

# The order of attributes is that in which they were set, and messages come in any order.
MARKUP = """() => {
    const page = document.getElementById("page").cloneNode(true);
    for (const each of [page, ...page.querySelectorAll("*")]) {
        const attributes = [...each.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
        for (const attribute of attributes) each.removeAttributeNode(attribute);
        for (const attribute of attributes) each.setAttributeNode(attribute);
    }
    return document.title + page.outerHTML;
}"""

# What a click or a key asks for is drawn in a later frame, or when an answer has come: a page is at rest when
# nothing has moved or changed for a while.
REST = """async () => {
    let frames = 0;
    const watch = new MutationObserver(() => (frames = 0));
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    watch.observe(document.documentElement, all);
    while (frames < 15) {
        await new Promise((done) => requestAnimationFrame(done));
        frames = document.getAnimations().length ? 0 : frames + 1;
    }
    watch.disconnect();
}"""


def begun(page: Page, case: Case, white: str) -> str:
    """The id of a game in which the page's browser plays Black, and it is Black's turn."""
    ask = page.request

    def said(path: str, body: Json, token: str) -> Json:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = ask.post(path, data=body, headers=headers, timeout=COMPILING)
        assert answer.ok, answer.text()
        found: Json = answer.json()
        return found

    order = {"variant": case.game, "white": "human", "black": "open"}
    game = said("/api/games", order | ({"position": case.position} if case.position else {}), "")
    seat = f"/api/games/{game['id']}/seat"
    tokens = [game["token"]]
    found = ask.get(seat, headers={"Authorization": f"Bearer {tokens[0]}"}).json()
    assert ask.post(f"/api/seats/{game['id']}/forget").ok  # this browser has begun it, and is to play Black
    tokens.append(said(seat, {"token": found["invitation"]}, "")["token"])
    for ply, text in enumerate((f"true@{white}", f"true@{case.black}", *moves(case, 1))):
        deed = {"type": "move", "ply": ply, "text": text}
        said(f"/api/games/{game['id']}/acts", deed, tokens[ply % 2])
    return str(game["id"])


def shown(page: Page, key: str) -> tuple[float, str]:
    """How long a game took to be drawn, and all that is there then, without its id."""
    took = float(page.evaluate(VISIT, f"/play/{key}"))
    page.locator(".move").nth(PLIES + 1).wait_for(timeout=COMPILING)
    return took, markup(page, key)


def markup(page: Page, key: str) -> str:
    """The title and all that a page shows, once nothing is on its way, without the game's id.

    Nor does it say who is away, which changes by itself.
    """
    page.wait_for_load_state("networkidle")
    page.locator(".boards .piece").first.wait_for(timeout=COMPILING)
    page.evaluate(REST)
    found = page.evaluate(MARKUP)
    return str(found).replace(key, "ID").replace(' data-away=""', "").replace(" · away", "")
