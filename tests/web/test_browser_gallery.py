"""A game from its file to the gallery: published, opened and played by somebody else, forked, replaced."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import COMPILING, invite, moves, square
from tests.web.test_gallery import GAME, LATER

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def publish(page: Page, button: str, text: str, folder: Path) -> str:
    """Publish a file by a button; the address of its page."""
    path = folder / "game.toml"
    path.write_text(text, encoding="utf-8")
    before = page.url
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name=button, exact=True).click()
    choosing.value.set_files(path)
    page.get_by_role("dialog", name="Publish").get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_url(lambda url: "/gallery/" in url and url != before, timeout=COMPILING)
    return page.url


def test_a_game_is_published_played_forked_and_replaced(
    page: Page, other: Page, phone: Page, tmp_path: Path, complaints: list[str]
) -> None:
    mark = f"\n# {uuid4()}\n"
    page.goto("/gallery")
    link = publish(page, "Publish a file (.toml)", GAME + mark, tmp_path)
    page.get_by_role("button", name="Share").click()
    sharing = page.get_by_role("dialog", name="Share")
    expect(sharing.get_by_label("Link", exact=True)).to_have_value(link)
    expect(sharing.get_by_role("img", name="QR code of the link")).to_be_visible()
    sharing.get_by_role("button", name="Close").click()
    waiting, invitation = invite(page)

    other.goto(link)
    expect(other.get_by_role("heading", name="Small Step Chess")).to_be_visible()
    publish(other, "Publish a game made from it (.toml)", f"{GAME}{mark}# mine\n", tmp_path)
    expect(other.get_by_text("Made from:")).to_contain_text("Small Step Chess")
    other.goto(invitation)
    expect(waiting).to_be_hidden(timeout=COMPILING)
    for player, sites in ((page, ("e2", "e4")), (other, ("e7", "e5"))):
        for site in sites:
            square(player, site).click()
    expect(moves(page)).to_have_count(2)

    page.goto(link)
    latest = publish(page, "Publish a new version (.toml)", LATER + mark, tmp_path)
    phone.goto(link)
    phone.get_by_role("link", name="Show it").click()
    expect(phone).to_have_url(latest)
    phone.get_by_role("button", name="Report").click()
    phone.get_by_label("What is wrong with this game?").fill("It has no bishops.")
    phone.get_by_role("dialog", name="Report").get_by_role("button", name="Report").click()
    thanks = phone.get_by_role("status").filter(has_text="Thank you.")
    expect(thanks).to_be_in_viewport()
    expect(phone.locator(".trouble")).to_be_hidden()
    other.reload()
    expect(moves(other)).to_have_count(2)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog", name="Delete").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Gallery")).to_be_visible()
    assert complaints == []
