"""Serving the page on this machine."""

from __future__ import annotations

import errno
import functools
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Collection
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy import make_url
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from fairyring.errors import FairyringError
from fairyring.web import logs
from fairyring.web.app import Figures, create_app
from fairyring.web.clock import Steady
from fairyring.web.garbage import Collector
from fairyring.web.guard import LOOPBACK
from fairyring.web.limits import Limits
from fairyring.web.messages import MAX_MESSAGE
from fairyring.web.metrics import FOLDER
from fairyring.web.own.keeper import look
from fairyring.web.protocols import Coherent, Punctual
from fairyring.web.store import FileLock, Store, default_database
from fairyring.web.workshop.sharing import Openness

ANY = "*"  # as a host name: any
HEALTHY = 30  # seconds in which a process must answer the one that started it, its imports included
PORTS = 20  # how many are tried, from the one asked for upwards
# Seconds after which a busy thread lets others run. The event loop waits so long for each of them, some ten
# times in an answer; with Python's own 5 ms and six threads, that would be 0.3 s.
SWITCH = 0.001


class ServeError(FairyringError):
    """The server cannot listen where it was told to."""


class _Server(uvicorn.Server):
    """Says where it is, and shows it, once it answers."""

    def __init__(self, config: uvicorn.Config, url: str, open_browser: bool) -> None:
        super().__init__(config)
        self._url = url
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        _say(f"fairyring plays at {self._url} (Ctrl-C ends it)")
        if self._open_browser:
            # In a thread of its own: some browsers do not come back until they are closed.
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = True,
    *,
    search: bool = True,
    database: str | None = None,
    names: Collection[str] = (),
    proxies: Collection[str] = (),
    limits: Limits | None = None,
    workers: int = 1,
    own_games: Collection[Path] = (),
    watch: bool = False,
    workshop: Openness = "open",
    laboratory: Path | None = None,
    figures: Figures = "local",
    log: logs.Form = "plain",
    log_level: logs.Level = "warning",
) -> None:
    """Serve the page until Ctrl-C.

    Args:
        host: the address to listen at; others than this machine's own let others in. Where others come in,
            by such an address or through a proxy, games are compiled in a process of their own.
        port: where to listen. 0: any.
        search: whether to take the next free port, and say so, where that one is taken.
        open_browser: whether to open the page in the browser.
        database: where games are kept, as a URL; unless given, where the environment's FAIRYRING_DATABASE
            says, and in the user's data folder, if it says nothing.
        names: the host names to answer to, beside this machine's own (`LOOPBACK`); ``"*"``: any name. Any
            other ``host`` than this machine's own needs one.
        proxies: addresses of proxies whose forwarding headers are believed.
        limits: what one address may do; by default, as in `Limits`.
        workers: how many processes serve this address, with one database.
        own_games: users' files, whose games are served like any other; see `create_app`.
        watch: whether to follow changes of these files; one process only.
        workshop: whether game files of visitors are played and published; see `create_app`.
        laboratory: a folder with the laboratory's reports; see `create_app`.
        figures: who may read ``/metrics``; see `create_app`. The environment variable
            FAIRYRING_METRICS_TOKEN is a token for them, too.
        log: the format of the log, which goes to stderr.
        log_level: the lowest level that is logged; ``info`` includes requests.

    Raises:
        ServeError: the address cannot be used, or it needs a name.
        StoreError: the database cannot be used, or another server uses its file.
        VariantError: a file cannot be loaded, or its game has the name of another one.
    """
    names = [name for name in map(str.strip, names) if name]
    if host not in LOOPBACK and not names:
        raise ServeError(
            f"listening at {host or 'every address'} needs the host name that visitors use, such as"
            " --name play.example.org; --name '*' answers to any, even to a name that an attacker points here"
        )
    if watch and (workers > 1 or not own_games):
        raise ServeError("--watch follows files that are served by one process")
    hosts = None if ANY in names else (*LOOPBACK, *(name.lower() for name in names))
    found = [look(path) for path in own_games]  # before anything is listened to
    url = database or os.environ.get("FAIRYRING_DATABASE") or default_database()
    store = Store(url)
    if workers > 1 and make_url(url).get_backend_name() == "sqlite" and not make_url(url).database:
        raise ServeError("several processes cannot share a database in memory")
    with FileLock(url) as lock:
        now = Steady()
        now.not_before(store.prepare())
        listener = listen(host, port, search)
        bound = listener.getsockname()[1]
        if port and bound != port:
            _say(f"port {port} is taken; using {bound}")
        shared = tempfile.TemporaryDirectory(prefix="fairyring-") if workers > 1 else None
        application = functools.partial(
            _one_of_several if shared else _application,
            hosts=hosts,
            database=url,
            limits=limits or Limits(),
            own_games=found,
            watch=watch,
            workshop=workshop,
            laboratory=laboratory,
            figures=figures,
            figures_token=os.environ.get("FAIRYRING_METRICS_TOKEN", ""),
            shared=Path(shared.name) if shared else None,
            apart=bool(proxies) or host not in LOOPBACK,
            now=now,
        )
        config = uvicorn.Config(
            application,
            factory=True,
            workers=workers,
            http=Punctual,
            ws=Coherent,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            log_config=logs.settings(log, log_level),
            access_log=False,
            server_header=False,
            timeout_worker_healthcheck=HEALTHY,
            ws_max_size=16 * MAX_MESSAGE,  # far above what is accepted, so that it is refused in words
            timeout_graceful_shutdown=3,
        )
        name = "localhost" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
        url = f"http://{name}:{bound}/"
        lock.say(f"{url}, process {os.getpid()}")
        try:
            if shared:
                _say(f"fairyring plays at {url} with {workers} processes (Ctrl-C ends it)")
                os.environ[FOLDER] = shared.name  # the processes inherit it; see `metrics`
                Multiprocess(config, sockets=[listener]).run()
            else:
                _Server(config, url, open_browser).run([listener])
        except KeyboardInterrupt:
            _say("")  # after the terminal's ^C
        finally:
            listener.close()
            if shared:
                os.environ.pop(FOLDER, None)
                shared.cleanup()


def _one_of_several(**settings: Any) -> Starlette:
    """The application of one process of several, which ends when the one that started it has."""
    if parent := multiprocessing.parent_process():

        def follow() -> None:
            parent.join()
            signal.raise_signal(signal.SIGTERM)

        threading.Thread(target=follow, name="parent", daemon=True).start()
    return _application(**settings)


def _application(**settings: Any) -> Starlette:
    """The application of a process that serves nothing else."""
    application = create_app(**settings)
    sys.setswitchinterval(SWITCH)
    Collector()
    return application


def listen(host: str, port: int, search: bool = True) -> socket.socket:
    """A listening socket on the port, or, with ``search``, on the next one that is free.

    Raises:
        ServeError: the host is not one of this machine's, there is no such port, or none is free.
    """
    if not 0 <= port < 65536:
        raise ServeError(f"a port is from 0 to 65535, not {port}")
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise ServeError(f"cannot listen at {host}: {error}") from error
    family, _, _, _, address = found[0]
    candidates = range(port, min(port + (PORTS if search else 1), 65536)) if port else range(1)
    for candidate in candidates:
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address[0], candidate))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)):
                raise ServeError(f"cannot listen at {host}, port {candidate}: {error.strerror}") from error
        else:
            return listener
    if not search:
        raise ServeError(f"port {port} is taken")
    raise ServeError(f"every port from {port} to {candidates[-1]} is taken")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
