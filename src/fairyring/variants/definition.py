"""What a game's module declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple, NewType

from fairyring.board.graph import SquareName, SquareNames
from fairyring.kernels.bluff.rules import Bluff
from fairyring.kernels.law import Mechanic
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.rules import Rules
from fairyring.notation.families import FORMS
from fairyring.notation.lettered import lettered, unlettered
from fairyring.notation.placement import Placement
from fairyring.notation.position import Form


class Group(Enum):
    """Games of a kind, by which they are found; they are shown in this order.

    Attributes:
        title: what players call them.
    """

    FIRST = 0, "Start here"
    STRANGE = 1, "Strange boards"
    MIXED = 2, "Strange boards with other rules"
    CHESS = 3, "Chess and small changes"
    GOALS = 4, "Other goals"
    PIECES = 5, "Other pieces"
    ARMIES = 6, "Different armies"
    HANDS = 7, "Pieces in hand"
    EFFECTS = 8, "Explosions, walls and more moves"
    LARGE = 9, "Larger boards"
    SMALL = 10, "Smaller boards"
    OLD = 11, "Old and regional chess"
    SHOGI = 12, "Shogi"
    XIANGQI = 13, "Xiangqi and Janggi"
    OTHER = 14, "Other board games"

    def __init__(self, place: int, title: str) -> None:
        self.place = place
        self.title = title

    def __lt__(self, other: Group) -> bool:
        return self.place < other.place


GameName = NewType("GameName", str)


class CharacterSet(Enum):
    """The characters by which pieces can be shown to players who prefer them."""

    XIANGQI = "xiangqi"
    JANGGI = "janggi"
    SHOGI = "shogi"


class Figure(NamedTuple):
    """A position that shows a rule: the rules page draws it, with the goals of one piece.

    Attributes:
        position: the position text.
        start: the first choice of the moves to show.
        caption: what it shows, in a few sentences.
    """

    position: str
    start: SquareNames
    caption: str


class Ride(NamedTuple):
    """Some turns that show how one piece moves on: the rules page draws its path step by step.

    Attributes:
        position: the text of the position in which it begins.
        start: the name of the piece's site.
        turns: the moves of both sides, one after the other.
        caption: what it shows, in a few sentences.
    """

    position: str
    start: SquareName
    turns: tuple[SquareNames, ...]
    caption: str


@dataclass(frozen=True)
class Definition:
    """A game: its rules, its texts, and the words for players.

    Attributes:
        title: the game's name for players.
        summary: what is strange about it, in a sentence or two.
        rules: the rules, of some family.
        form: how its positions are written.
        start: the text of the position at the start.
        inventor: who invented it.
        year: when it was published; 0 if unknown.
        notes: paragraphs for the rules page about what the diagrams do not show.
        rulings: points that the source leaves open, and how fairyring plays them.
        sources: where the game was published.
        figures: positions for the rules page, each with the goals of one piece.
        rides: turns for the rules page, each with the path of one piece.
        options: what each option of the game does, in a few words for players.
        drawn: options whose values are drawn at random for a game in which a player sets none, such as the
            number of a start position: the least and the greatest number. `fairyring.load` draws nothing.
        translations: for a language, such as ``de``, what the game's own English texts are in it.
        group: where it is found among all games.
        characters: the characters by which its pieces can be shown; by default those of its group.
        weights: a game that comes with weights, which this game uses as long as it has none of its own, as
            far as pieces have the same letters and squares the same names.
    """

    title: str
    summary: str
    rules: Rules
    form: Form
    start: str
    inventor: str = ""
    year: int = 0
    notes: tuple[str, ...] = field(default=())
    rulings: tuple[str, ...] = field(default=())
    sources: tuple[str, ...] = field(default=())
    figures: tuple[Figure, ...] = field(default=())
    rides: tuple[Ride, ...] = field(default=())
    options: Mapping[str, str] = field(default_factory=dict)
    drawn: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    group: Group = Group.OTHER
    characters: CharacterSet | None = None
    weights: GameName = GameName("")

    def but(
        self,
        *,
        title: str,
        summary: str,
        mechanics: Sequence[Mechanic] = (),
        array: str = "",
        rules: Mapping[str, Any] | None = None,
        **words: Any,
    ) -> Definition:
        """Another game: this one with further mechanics, another board, other pieces, castlings and so on.

        Args:
            title: the other game's name for players.
            summary: what is strange about it.
            mechanics: the further mechanics, and those in place of one of this game; see
                `fairyring.mechanics`.
            array: the pieces at the start, if they are others.
            rules: what else is different, by the names of the rules' attributes.
            words: other attributes of the definition: inventor, year, notes, rulings, sources, figures,
                weights; the group and the characters are the same unless they are given.

        Raises:
            ValueError: the game is of a family that takes no mechanics, or what is asked for does not fit.
        """
        forms = FORMS.get(type(self.rules))
        if forms is None or not isinstance(self.rules, Orthodox | Bluff):
            raise ValueError(
                f"{self.title} cannot be changed this way: its rules are {type(self.rules).__name__},"
                " which do not take mechanics yet"
            )
        before: Any = self.rules
        if isinstance(before, Orthodox):
            before = unlettered(before, (rules or {}).get("pieces", ()))
        given = {type(mechanic): mechanic for mechanic in mechanics}
        kept = [given.pop(type(mechanic), mechanic) for mechanic in before.mechanics]
        further = [mechanic for mechanic in mechanics if mechanic in given.values()]
        other = replace(before, mechanics=(*kept, *further), **(rules or {}))
        placement = next(part for part in self.form.fields if isinstance(part, Placement))
        array = array or placement.without_hands(self.start.partition(" ")[0])
        sections = placement.sections if other.board is self.rules.board else ()
        if isinstance(other, Orthodox):
            other = lettered(other, array, sections)
        form, start = forms
        return Definition(
            title=title,
            summary=summary,
            rules=other,
            form=form(other, array, sections),
            start=start(other, array),
            **({"group": self.group, "characters": self.characters} | words),
        )

    def __post_init__(self) -> None:
        """Refuse a definition without its parts.

        Raises:
            ValueError: the rules, the form or the start are something else.
        """
        for name, methods, wanted in (
            ("rules", ("tables", "words", "tokens"), "the rules of a family, such as Orthodox(…)"),
            ("form", ("read", "placed", "write"), "a form of position texts, such as orthodox_form(…)"),
        ):
            value = getattr(self, name)
            if not all(hasattr(type(value), method) for method in methods):
                raise ValueError(f"Definition: {name} must be {wanted}, not {value!r}")
        for name in ("title", "summary", "start"):
            if not isinstance(value := getattr(self, name), str):
                raise ValueError(f"Definition: {name} must be a text, not {value!r}")
