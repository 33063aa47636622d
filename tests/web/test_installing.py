"""The page can be put among a system's own programs: its manifest is whole, and what it names is there."""

from __future__ import annotations

import struct

from starlette.testclient import TestClient

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_manifest_names_icons_of_the_sizes_that_it_says(client: TestClient) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/static/manifest.json">' in page
    answer = client.get("/static/manifest.json")
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    assert client.get(manifest["start_url"]).text == page
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}, "what browsers ask for"
    assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}
    for icon in [
        *manifest["icons"],
        {"src": "/static/icons/touch.png", "sizes": "180x180", "type": "image/png"},
    ]:
        drawn = client.get(icon["src"])
        assert drawn.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert drawn.content.startswith(PNG)
            width, height = struct.unpack(">II", drawn.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]
