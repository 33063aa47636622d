"""What an error says of a user's file: where it is in the file, and why, in a sentence.

An error of Python has its place in its traceback. Numba, which compiles a user's functions, has it in its
text: a tree of attempts, each with the places that led to it.
"""

from __future__ import annotations

import dis
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, NamedTuple

from fairyring.errors import reason_of, shortened
from fairyring.kernels.owners import USER_MODULE
from fairyring.messages import Message

_PLACE = re.compile(r'File "(?P<file>[^"\n]+)", line (?P<line>\d+)|at (?P<at>\S.*) \((?P<number>\d+)\)$')
_FUNCTION = re.compile(r"<function (?P<name>[\w.<>]+) at 0x[0-9a-f]+>")
_UNKNOWN = re.compile(r"NameError: (?:global )?name '(?P<name>\w+)' is not defined")
# What makes the names of classes and modules unique, and says nothing to people.
_NUMBERED = re.compile(rf"\b{USER_MODULE}[0-9a-f]{{24}}\.|(?:_[0-9a-f]{{16}}|_[0-9a-f]{{12}})+\b")
_ATTEMPT: Final = "raised a specific error:"  # before what went wrong in it
_NO_WAY: Final = "No implementation of function Function("
# Errors whose texts are sentences, which need no name of an error before them.
_SPEAKING = (NameError, AttributeError, TypeError)
MOST = 200  # characters of a reason


class Fault(NamedTuple):
    """What is wrong with a user's file.

    Attributes:
        file: the file's name, without its folder.
        line: the line, from 1; 0 where nothing says which.
        reason: why; a `Message` where it can be translated.
    """

    file: str
    line: int
    reason: str

    @property
    def message(self) -> Message:
        """All of it in a sentence."""
        if not self.line:
            return Message("{place}: {reason}", place=self.file, reason=self.reason)
        return Message("{file}, line {line}: {reason}", file=self.file, line=self.line, reason=self.reason)


def told(error: BaseException, file: str) -> Fault:
    """An error as a fault of a file, with the last line of a user's file that led to it."""
    line, module = 0, ""
    if isinstance(error, SyntaxError):
        file, line = Path(error.filename or file).name, error.lineno or 0
    for frame, number in traceback.walk_tb(error.__traceback__):
        module = _module(frame)
        if module.startswith(USER_MODULE):
            file, line = Path(frame.f_code.co_filename).name, number
    return Fault(file, line, _reason(error, module))


def fault(error: BaseException) -> Fault | None:
    """What is wrong with a user's file, where an error comes from the code in it; None where it does not."""
    if any(_module(frame).startswith(USER_MODULE) for frame, _ in traceback.walk_tb(error.__traceback__)):
        return told(error, "")
    if not type(error).__module__.startswith("numba."):
        return None
    return _by_text(str(error)) or _by_function(error)


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _reason(error: BaseException, module: str) -> str:
    """Why, where the error was raised in a module."""
    # What fairyring itself says needs no name of a Python error before it.
    if isinstance(error, ValueError) and module.startswith("fairyring."):
        return reason_of(error)
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"  # its text names the file again
    said = _NUMBERED.sub("", " ".join(str(error).split()))
    return said if isinstance(error, _SPEAKING) and said else f"{type(error).__name__}: {said}"


def _by_text(text: str) -> Fault | None:
    """What is wrong with a user's file, by what Numba says."""
    files = _files()
    codes = dict(_codes())
    lines = text.splitlines()
    for number, line in enumerate(lines):
        reason = _attempt(lines, number)
        named = [code for found in _FUNCTION.finditer(line) if (code := codes.get(found[0]))]
        unknown = _UNKNOWN.match(reason)
        if named and unknown:
            where = _line_of(named[0], unknown["name"])
            return Fault(Path(named[0].co_filename).name, where, _short(reason))
        for found in _PLACE.finditer(line):
            file = files.get(Path(found["file"] or found["at"]).resolve())
            if file:
                return Fault(file, int(found["line"] or found["number"]), _short(reason))
    return None


def _by_function(error: BaseException) -> Fault | None:
    """The same, by the function whose bytecode Numba cannot read: its text then names no place."""
    found = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        read = frame.f_locals.get("func_id")
        if read is not None and read.modname.startswith(USER_MODULE):
            found = Fault(Path(read.filename).name, read.firstlineno, _short(str(error).partition("\n")[0]))
    return found


def _files() -> dict[Path, str]:
    """The names of the users' files that are loaded, by their paths."""
    origins = (
        module.__spec__.origin
        for name, module in list(sys.modules.items())
        if name.startswith(USER_MODULE) and module.__spec__ is not None
    )
    return {Path(origin).resolve(): Path(origin).name for origin in origins if origin}


def _codes() -> Iterator[tuple[str, CodeType]]:
    """The functions of users' files, by what Numba calls them."""
    for name, module in list(sys.modules.items()):
        if name.startswith(USER_MODULE):
            for value in list(vars(module).values()):
                function = getattr(value, "py_func", None)
                if function is not None and function.__module__ == name:
                    yield repr(function), function.__code__


def _line_of(code: CodeType, name: str) -> int:
    """The first line of a function that uses a name; that of the function where none does."""
    for step in dis.get_instructions(code):
        if step.argval == name and step.positions and step.positions.lineno:
            return step.positions.lineno
    return code.co_firstlineno


def _attempt(lines: list[str], number: int) -> str:
    """What went wrong in the attempt that a line of Numba's text belongs to; attempts in it are indented."""
    depth = _depth(lines[number])
    first = 0
    for before in range(number - 1, -1, -1):
        if lines[before].rstrip().endswith(_ATTEMPT) and _depth(lines[before]) <= depth:
            first = before + 1
            break
    said = [line.strip() for line in lines[first:] if line.strip()]
    if said[0].startswith("Failed in ") and len(said) > 1:  # which names a step of Numba's
        said = said[1:]
    head = re.sub(r"^(?:Typing|Lowering|Unsupported\w*|Compiler)Error: ", "", said[0])
    if _NO_WAY in head:
        call = next((line.removeprefix(">>> ") for line in said if line.startswith(">>> ")), "")
        return f"no such operation can be compiled: {call}" if call else head
    return head


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _short(reason: str) -> str:
    """A reason without the name of an error whose text is a sentence, and not too long."""
    said = _NUMBERED.sub("", re.sub(r"^(?:Name|Attribute|Type)Error: ", "", reason))
    said = said.removesuffix(" Raised from None").rstrip(".")
    return shortened(said, MOST)
