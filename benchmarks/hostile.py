"""Hostile game files: 200 of them are sent to a server, while another visitor asks for pages and plays.

    python benchmarks/hostile.py [--number NUMBER] [--seed SEED]

Prints how the files were answered, kind by kind, and the other visitor's slowest requests. Fails if an answer
is no typed refusal, or the server has ended.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from tests.web.hostile_files import NUMBER, files

TYPED = (201, 400, 413, 422, 429)
FROM_ONE = 50  # files that one address sends: fewer than it may, so that all of them are looked at
WARM = 30.0  # seconds until the server's processes have started


async def attacked(url: str, number: int, seed: int) -> bool:
    """Send the files, and measure what another visitor waits for; whether all answers were typed."""
    ends: dict[str, Counter[int]] = defaultdict(Counter)
    waits: list[float] = []
    done = asyncio.Event()

    async def attack(client: httpx2.AsyncClient) -> None:
        for index, (kind, text) in enumerate(files(number, seed)):
            headers = {"X-Forwarded-For": f"203.0.113.{index // FROM_ONE}"}
            sent = await client.post(f"{url}/api/workshop/drafts", json={"text": text}, headers=headers)
            ends[kind][sent.status_code] += 1
            if sent.status_code == 201:
                order = {"variant": sent.json()["variant"], "white": "human", "black": "open"}
                begun = await client.post(f"{url}/api/games", json=order, headers=headers)
                ends[kind][begun.status_code] += 1
        done.set()

    async def look(client: httpx2.AsyncClient) -> None:
        headers = {"X-Forwarded-For": "198.51.100.9"}
        while not done.is_set():
            for path in ("/", "/api/variants/chess", "/api/gallery"):
                began = time.monotonic()
                found = await client.get(url + path, headers=headers)
                waits.append(time.monotonic() - began)
                assert found.status_code == 200, path
            await asyncio.sleep(0.25)

    async with httpx2.AsyncClient(timeout=300) as client:
        await client.get(f"{url}/gallery")
        await asyncio.sleep(WARM)
        await asyncio.gather(attack(client), look(client))
        alive = (await client.get(f"{url}/health")).status_code == 200
    for kind, codes in ends.items():
        sys.stdout.write(f"{kind:15} {dict(codes)}\n")
    waits.sort()
    at = [round(1000 * waits[min(int(len(waits) * share), len(waits) - 1)]) for share in (0.5, 0.99, 1)]
    sys.stdout.write(f"another visitor: {len(waits)} requests, {at} ms (median, p99, worst)\n")
    return alive and all(code in TYPED for codes in ends.values() for code in codes)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server in its own process that believes what visitors say of their addresses; its own address."""
    wanted = f"port=0, open_browser=False, proxies=['127.0.0.1'], database='sqlite:///{folder}/games.sqlite3'"
    code = f"from fairyring.web import serve; serve({wanted})"
    with subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            yield said.split(" at ")[1].split("/ ")[0].replace("localhost", "127.0.0.1")
        finally:
            process.terminate()


def main() -> int:
    """Attack a server of our own; the exit status says whether it held."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=NUMBER)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as url:
        return 0 if asyncio.run(attacked(url, asked.number, asked.seed)) else 1


if __name__ == "__main__":
    sys.exit(main())
