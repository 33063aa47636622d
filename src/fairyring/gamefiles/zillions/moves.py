"""What move blocks can do, as ways: where a piece goes, and what must be empty or stand on its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from fairyring.gamefiles.zillions.armies import Armies, attributes
from fairyring.gamefiles.zillions.boards import OFF, ZrfBoard
from fairyring.gamefiles.zillions.levels import Levels, levels, without_levels
from fairyring.gamefiles.zillions.reading import RefusedError
from fairyring.gamefiles.zillions.walking import EMPTY, MOST_IN_ALL, MOST_STEPS, Added, Asked, Kinds, Walker
from fairyring.gamefiles.zillions.ways import Castle, Drop, EnPassant, Met, Moves, Step
from fairyring.pieces import Whose


class Survey:
    """Runs all move blocks of a game, from all positions.

    Attributes:
        armies: the players and their pieces.
        board: the board.
        kinds: the kinds of pieces as bits.
        live: for each player the bits of what can be on the board while that player moves.
        grounded: the kinds that never sit on others, if there is a second level; otherwise None.
    """

    def __init__(
        self,
        armies: Armies,
        board: ZrfBoard,
        changing: frozenset[str],
        recycled: bool,
        royal: tuple[str, ...],
    ) -> None:
        """Run the blocks; ``changing`` are the attributes that moves set.

        Raises:
            RefusedError: a block does what no game here does, or what is not a move.
        """
        self.armies, self.board = armies, board
        self.kinds = Kinds(list(armies.pieces), attributes(armies.pieces), changing)
        self._steps = [min(MOST_STEPS * len(board.positions), MOST_IN_ALL)]
        self._added = {
            player: {name: list(self._run(player, name)) for name in armies.pieces}
            for player in armies.players
        }
        have = {player: self._reached(player) for player in armies.players}
        if recycled:
            have = dict.fromkeys(armies.players, have[armies.players[0]] | have[armies.players[1]])
        self.live = {
            player: EMPTY
            | sum(self.kinds.own_bit(name) for name in have[player])
            | sum(self.kinds.own_bit(name) << 1 for name in have[armies.other(player)])
            for player in armies.players
        }
        self._have = have
        self._first = {
            (player, name): self._once(player, name) for player in armies.players for name in have[player]
        }
        self.grounded = self._flatten(royal) if levels(board) else None

    def _flatten(self, royal: tuple[str, ...]) -> set[str]:
        """Leave out the second level; the kinds that never sit on others."""
        squares, found = levels(self.board), set[str]()
        for player, kinds in self._added.items():
            for name in self._have[player]:
                both = Levels(squares, self.kinds, name, self.live[player], royal)
                kinds[name] = both.flattened(kinds[name])
                if not both.rides:
                    found.add(name)
        self.board = without_levels(self.board, squares)
        return found

    def moves(self, player: str) -> Moves:
        """All that a player's pieces can do.

        Raises:
            RefusedError: it is more than a game here can say.
        """
        found = Moves()
        for name, added in self._added[player].items():
            if name not in self._have[player]:
                continue
            found.steps[name] = []
            found.drops[name] = {}
            once = self._first[player, name]
            for kind, each in added:
                _Reader(self, player, name, kind, each, once).read(found)
        return found

    def home(self, player: str, name: str) -> frozenset[int]:
        """Where a player's pieces of a kind stand at the start."""
        return frozenset(site for site, kind in self.armies.array[player].items() if kind == name)

    def _run(self, player: str, name: str) -> Iterator[tuple[str, Added]]:
        piece = self.armies.pieces[name]
        walker = Walker(self.board, self.kinds, player, name, self._steps)
        for site in range(len(self.board.positions)):
            for kind, block in piece.moves:
                for added in walker.moves(block, site):
                    yield kind, added
            for kind, block in piece.drops:
                for added in walker.moves(block, site, drop=True):
                    yield kind, added

    def _reached(self, player: str) -> set[str]:
        """The kinds that a player may have on the board: those of the start, and what they become."""
        armies = self.armies
        found, waiting = set[str](), [*armies.array[player].values(), *armies.hands[player]]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += {each for _, added in self._added[player][name] for each in added.kinds}
        return found

    def _once(self, player: str, name: str) -> Mapping[str, bool]:
        """The attributes of a kind that say that it has never moved, and whether it could seem so again."""
        added = self._added[player][name]
        found = {}
        for attribute, value in self.armies.pieces[name].attributes.items():
            if value and attribute in self.kinds.changing:
                falls = all(_falls(each, attribute) for _, each in added if each.walk.start != OFF)
                if falls:
                    found[attribute] = self._comes_back(player, name, added)
        return found

    def _comes_back(self, player: str, name: str, added: list[tuple[str, Added]]) -> bool:
        """Whether a piece of a kind that has moved can stand where one stands at the start."""
        home = self.home(player, name)
        made = any(
            name in each.kinds and each.moved[-1][1] in home
            for other, moves in self._added[player].items()
            if other != name
            for _, each in moves
        )
        goals: dict[int, set[int]] = {}
        for _, each in added:
            if each.walk.start != OFF:
                goals.setdefault(each.walk.start, set()).update(goal for _, goal in each.moved)
        seen, waiting = set[int](), [goal for site in home for goal in goals.get(site, ())]
        while waiting:
            site = waiting.pop()
            if site not in seen:
                seen.add(site)
                waiting += goals.get(site, ())
        return made or bool(seen & home) or any(each.walk.start == OFF for _, each in added)


def _falls(added: Added, attribute: str) -> bool:
    """Whether a move leaves its piece without an attribute."""
    known = added.walk.asked.get(Asked(attribute, added.walk.start))
    sets = [value for name, value, site in added.walk.gives if name == attribute]
    ends = {goal for _, goal in added.moved}
    right = any(
        name == attribute and not value and (site in ends or site == added.walk.start)
        for name, value, site in added.walk.gives
    )
    return not any(sets) and (right or known is False or bool(added.kinds))


class _Reader:
    """Reads one move that a block has added."""

    def __init__(
        self, survey: Survey, player: str, name: str, kind: str, added: Added, once: Mapping[str, bool]
    ) -> None:
        self.survey, self.player, self.name, self.kind, self.added = survey, player, name, kind, added
        self.once = once
        self.walk, self.node = added.walk, added.node
        live = survey.live[player]
        self.empty, self.own, self.enemy = EMPTY, live & survey.kinds.own, live & survey.kinds.enemy
        self.known = {site: bits & live for site, bits in self.walk.known.items()}

    def read(self, found: Moves) -> None:
        """Add it to a player's moves.

        Raises:
            RefusedError: no game here can say it.
        """
        if not all(self.known.values()):
            return  # it needs what is never there
        initial = self._initial()
        if initial is None or not self._possible():
            return
        if self.walk.strange:
            raise RefusedError(*self.walk.strange)
        if self.walk.start == OFF:
            self._check_drop()
            drop = found.drops[self.name].setdefault(self.walk.at, Drop(self.node, []))
            drop.known.append({site: bits for site, bits in self.known.items() if site != self.walk.at})
        elif len(self.added.moved) == 2:
            found.castles.append(self._castle())
        elif any(asked.what.startswith("last-") for asked in self.walk.asked):
            found.passing.append(self._passing())
        else:
            found.steps[self.name] += self._steps(initial)

    def refuse(self, reason: str) -> RefusedError:
        """The error about this move."""
        where = list(self.survey.board.positions)[self.walk.start] if self.walk.start != OFF else "the hand"
        return RefusedError(self.node, f"{self.name} from {where}: {reason}")

    def _initial(self) -> bool | None:
        """Whether only a piece that has never moved can make it; None if it is never made from here."""
        initial = False
        for asked, answer in self.walk.asked.items():
            if asked.site != self.walk.start or asked.what not in self.survey.kinds.changing:
                continue
            if asked.what not in self.once:
                raise self.refuse(
                    f"fairyring does not support {asked.what}, except where it says that a piece has moved"
                )
            at_home = self.walk.start in self.survey.home(self.player, self.name)
            if answer and not at_home:
                return None
            if len(self.added.moved) == 2:
                continue
            if at_home and self.once[asked.what]:
                reason = (
                    f"fairyring does not support {asked.what} of a piece that can come back to where it began"
                )
                raise self.refuse(reason)
            if at_home and not answer:
                return None
            initial = initial or answer
        return initial

    def _possible(self) -> bool:
        """Whether other pieces can be where they must never have moved."""
        array = self.survey.armies.array
        for asked, answer in self.walk.asked.items():
            if asked.what in self.survey.kinds.changing and asked.site != self.walk.start and answer:
                bits = self.known.get(asked.site, 0)
                owned = (
                    (self.survey.kinds.own, self.player),
                    (
                        self.survey.kinds.enemy,
                        self.survey.armies.other(self.player),
                    ),
                )
                kinds = [
                    array[player].get(asked.site, "") in self.survey.kinds.of(bits & side)
                    for side, player in owned
                ]
                if not any(kinds):
                    return False
        return True

    # -- ways -------------------------------------------------------------------------------------

    def _steps(self, initial: bool) -> Iterator[Step]:
        walk, (source, goal) = self.walk, self.added.moved[0]
        if source != walk.start:
            raise self.refuse("fairyring does not support moves of a piece other than the one that is chosen")
        for asked in walk.asked:
            if asked.site != walk.start or asked.what not in self.survey.kinds.changing:
                raise self.refuse(f"fairyring does not support {asked.what} here")
        if walk.start in walk.taken:
            raise self.refuse("fairyring does not support pieces that capture themselves")
        taken = [site for site in walk.taken if site != goal]
        if len(taken) > 1:
            raise self.refuse(
                "fairyring does not support moves that capture more than one piece on their way"
            )
        if goal == source and not taken:
            raise self.refuse("fairyring does not support moves that end where they begin")
        sites = [site for site in self.known if site not in (source, goal)]
        everything = self.empty | self.own | self.enemy
        states = [list(self._states(site)) for site in sites if self.known[site] != everything]
        sites = [site for site in sites if self.known[site] != everything]
        at_goal = self.known.get(goal, everything) if goal != source else self.empty
        move, capture, friendly = self._ends(at_goal)
        if taken and (capture or friendly):
            raise self.refuse("fairyring does not support moves that capture on their way and at their end")
        if goal in walk.taken and friendly:
            capture = capture or friendly
        if self._kinds() and (friendly or any(state != [None] for state in states)):
            raise self.refuse("fairyring does not support promotions by jumps, and by captures of own pieces")
        for chosen in product(*states):
            through: list[int] = []
            met: list[Met] = []
            after: list[int] = []
            for site, whose in zip(sites, chosen, strict=True):
                if whose is None:
                    through.append(site)
                else:
                    met.append((site, whose, site in taken))
                    after.append(len(through))
            yield Step(
                source,
                goal,
                tuple(through),
                tuple(met),
                tuple(after),
                move,
                capture,
                friendly,
                self._kinds(),
                self.node,
                self.kind,
                initial,
            )

    def _kinds(self) -> tuple[str, ...]:
        """What the piece becomes; nothing if it stays what it is."""
        kinds = tuple(dict.fromkeys(self.added.kinds))
        return () if kinds == (self.name,) else kinds

    def _states(self, site: int) -> Iterator[Whose | None]:
        """Whose piece may be on a position on the way; None for nobody's."""
        bits = self.known[site]
        move, capture, friendly = self._ends(bits)
        if move:
            yield None
        if capture and friendly:
            yield Whose.ANY
        elif capture or friendly:
            yield Whose.ENEMY if capture else Whose.OWN

    def _ends(self, bits: int) -> tuple[bool, bool, bool]:
        """Whether a position may be empty, or have any enemy, or any piece of the mover's side."""
        found = []
        for all_of_them in (self.empty, self.enemy, self.own):
            some = bits & all_of_them
            if some not in (0, all_of_them):
                names = ", ".join(self.survey.kinds.of(some))
                raise self.refuse(
                    f"fairyring does not support moves that depend on a certain piece ({names})"
                )
            found.append(some != 0)
        return found[0], found[1], found[2]

    # -- special moves ----------------------------------------------------------------------------

    def _passing(self) -> EnPassant:
        walk, (source, goal) = self.walk, self.added.moved[0]
        came = {asked.what: asked.site for asked, answer in walk.asked.items() if answer}
        answers = [asked for asked, answer in walk.asked.items() if not answer or asked.what not in came]
        if answers or came.keys() - {"last-from?", "last-to?"} or len(came) != len(walk.asked):
            raise self.refuse(
                "fairyring does not support moves that depend on the last one, except en passant"
            )
        taken = came.get("last-to?", walk.taken[0] if walk.taken else OFF)
        if source != walk.start or walk.taken != (taken,) or "last-from?" not in came or taken == goal:
            raise self.refuse(
                "fairyring does not support moves that depend on the last one, except en passant"
            )
        if self.added.kinds:
            raise self.refuse("fairyring does not support promotions en passant")
        others = [site for site in self.known if site not in (source, taken, goal, came["last-from?"])]
        if others or not self.known.get(goal, EMPTY) & EMPTY or self.known[taken] & ~self.enemy:
            raise self.refuse("fairyring does not support captures en passant with further conditions")
        passed = tuple(self.survey.kinds.of(self.known[taken]))
        return EnPassant(self.name, source, goal, taken, came["last-from?"], passed, self.node)

    def _castle(self) -> Castle:
        walk, kinds = self.walk, self.survey.kinds
        home = self.survey.armies.array[self.player]
        pairs = dict(self.added.moved)
        other = next((site for site in pairs if site != walk.start), OFF)
        if walk.start not in pairs or other not in self.known or walk.taken or self.added.kinds:
            raise self.refuse("fairyring does not support moves of two pieces, except castling")
        partner = kinds.of(self.known[other])
        never = {asked.site for asked, yes in walk.asked.items() if yes and asked.what in kinds.changing}
        safe = {asked.site for asked, yes in walk.asked.items() if asked.what == "attacked?" and not yes}
        if len(never) + len(safe) != len(walk.asked) or never != set(pairs):
            raise self.refuse("fairyring does not support castlings unless neither piece has moved")
        if len(partner) != 1 or home.get(other) != partner[0] or self.known[other] & ~self.own:
            raise self.refuse(
                "fairyring does not support castlings unless both pieces stand where they began"
            )
        empty = {site for site in self.known if site not in pairs}
        if any(self.known[site] != EMPTY for site in empty):
            raise self.refuse("fairyring does not support castlings over pieces")
        return Castle(
            self.name,
            (walk.start, pairs[walk.start]),
            (other, pairs[other]),
            partner[0],
            frozenset(empty),
            frozenset(safe),
            self.node,
        )

    def _check_drop(self) -> None:
        goal = self.added.moved[-1][1]
        if len(self.added.moved) > 1 or self.walk.taken or self.walk.asked or goal != self.walk.at:
            raise self.refuse("fairyring does not support drops that do more than put a piece on the board")
        if self.known.get(goal) != EMPTY or self._kinds():
            raise self.refuse("fairyring does not support drops on pieces, and drops of others")
