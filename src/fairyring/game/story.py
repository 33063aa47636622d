"""What a move did, in short sentences: who captured what, what happened by itself, who gives check."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fairyring.board import Side
from fairyring.game.position import Position
from fairyring.game.telling import Move
from fairyring.kernels.rules import Change, Event, Token
from fairyring.messages import Message, listed

MOST_NAMED = 3  # pieces that drift on and are named one by one

Place = tuple[str, str]
"""A site and a level of it."""
Placed = dict[Place, Token]


@dataclass(frozen=True)
class Story:
    """What a move did.

    Attributes:
        said: a sentence for each thing that happened, in order, without capital letter and full stop.
        sites: where something happened, besides the squares of the move itself.
        checks: for each check that the side to move is in now, the sites of its line, from the attacker on.
    """

    said: tuple[str, ...]
    sites: tuple[str, ...]
    checks: tuple[tuple[str, ...], ...]


def story(before: Position, move: Move, after: Position) -> Story:
    """What a move did, as far as the two positions show it.

    For a viewer who may not know everything, all three must be as `Position.seen_by` and `Position.public`
    have them: the words depend on nothing else.
    """
    teller = _Teller(before, move, after)
    said, rules, rows = teller.tell(), after.variant.rules, after.rows(1)
    checks = rules.check_lines(rows, 0)
    if rules.checked(rows, 0):
        said.append(_check(after.side, checks, teller.now))
    ends = before.variant.ends(move)
    return Story(tuple(said), tuple(site for site in dict.fromkeys(teller.sites) if site not in ends), checks)


def captures(before: Position, move: Move, after: Position) -> bool:
    """Whether a player captured something by a move: not what only happened by itself; see `story`."""
    teller = _Teller(before, move, after)
    teller.tell()
    return teller.captures


def acting(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """The titles of the mechanics that did something in a move: have something to tell, or changed state."""
    rules = before.variant.rules
    mechanics = getattr(rules, "mechanics", ())
    if not mechanics:
        return ()
    teller = _Teller(before, move, after)
    teller.tell()
    was, now = before.rows(1).info[0], after.rows(1).info[0]
    found = []
    for mechanic in mechanics:
        fields = [rules.layout.field(name) for name in mechanic.fields(rules)]
        if (was[fields] != now[fields]).any() or mechanic.tells(rules, copy.deepcopy(teller.untold)):
            found.append(mechanic.title)
    return tuple(found)


def _check(side: Side, checks: tuple[tuple[str, ...], ...], now: Placed) -> Message:
    """Who is in check, and by which pieces."""
    standing = {site: token for (site, _), token in now.items()}
    pieces = [_on(standing[site]) for site in dict.fromkeys(line[0] for line in checks)]
    if not pieces:
        return Message("{side} is in check", side=_named(side))
    return Message(
        "{side} is in check from {pieces}", side=_named(side), pieces=listed("{first} and {last}", pieces)
    )


def _named(side: Side) -> Message:
    return Message(str(side).capitalize())


def _on(token: Token) -> Message:
    return Message("{piece} on {site}", piece=Message(token.name), site=token.site)


def _with(pieces: list[Token]) -> Message:
    """A piece, and what it carries."""
    first, *riders = [Message(token.name) for token in pieces]
    return (
        Message("{carrier} with {riders}", carrier=first, riders=listed("{first} and {last}", riders))
        if riders
        else first
    )


def _places(tokens: tuple[Token, ...]) -> Placed:
    """Everything but chips, by where it is."""
    return {(token.site, token.level): token for token in tokens if not token.chips}


class _Teller:
    """Tells what led from one position to the next.

    Attributes:
        sites: where something happened.
        now: what is on the board after it.
        captures: whether the move itself captured something.
        untold: what the move changed, as the mechanics were asked to tell it.
    """

    def __init__(self, before: Position, move: Move, after: Position) -> None:
        self.before, self.move, self.after = before, move, after
        self.rules, self.board, self.side = before.variant.rules, before.variant.board, before.side
        self.was = _places(before.tokens)
        self.now = _places(after.tokens)
        self.change = Change(self.side, reason="" if after.result is None else after.result.reason)
        self.untold = copy.copy(self.change)
        self.sites: list[str] = []
        self.captures = False
        self._said: list[str] = []
        self._collected: list[tuple[str, int]] = []

    def tell(self) -> list[str]:
        """Everything but check."""
        if not self.move.ply:
            return [Message("{side} has made a secret choice", side=_named(self.side))]
        if events := self.before.course(self.move):
            self._follow(events)
        elif not self._chips():
            self._compare()
        return self._said

    def _say(self, template: str, **params: object) -> None:
        self._said.append(Message(template, **params))

    def _castles(self, king: Token, site: str, rook: Token, corner: str) -> None:
        pieces = {"piece": Message(king.name), "site": site, "other": Message(rook.name), "corner": corner}
        self._say("{side} castles: {piece} to {site}, {other} to {corner}", side=_named(self.side), **pieces)

    def _drops(self, token: Token) -> None:
        self._say("{piece} is dropped on {site}", piece=Message(token.name), site=token.site)

    # -- moves that are no more than their text says ------------------------------------------

    def _chips(self) -> bool:
        """Tell what became of chips; whether that is all that the move did."""
        before, after = (chips_on(each.tokens) for each in (self.before, self.after))
        self._collected = [(site, worth) for site, worth in before.items() if after.get(site, 0) < worth]
        put = [(site, worth) for site, worth in after.items() if worth > before.get(site, 0)]
        for site, worth in put:
            more = worth - before.get(site, 0)
            self._say(
                "{side} puts chips worth {worth} on {site}", side=_named(self.side), worth=more, site=site
            )
        return bool(put)

    def _compare(self) -> None:
        """Find out from the boards before and after it what a move did."""
        change, choices = self.change, self.move.choices
        gone = {place: token for place, token in self.was.items() if not _alike(token, self.now.get(place))}
        come = {place: token for place, token in self.now.items() if not _alike(token, self.was.get(place))}
        start, goal = self._ends()
        mover = gone.pop(start) if start in gone and choices[0] not in self._held else None
        put_down = None
        riders: list[Place] = []
        if mover is not None:
            goal = self._arrival(mover, goal, come)
            put_down = self._put_down(goal, gone, come) if self.rules.displaces else None
            riders = [*self._along(start, goal, gone, come)]
            change.captured = [gone.pop(place) for place in self._pile(goal) if place in gone]
            passed = self._passed(mover, goal)
            if passed in gone:
                change.captured.append(gone.pop(passed))
                self.sites.append(passed[0])
        arrived = come.pop(goal, None)
        rook = self._castled(gone, come) if mover is not None else None
        change.turned = [(gone.pop(place), come.pop(place)) for place in {*gone} & {*come}]
        change.gone, change.come, change.goal = [*gone.values()], [*come.values()], goal[0]
        if arrived is not None and arrived.side is None:
            change.come.append(arrived)
            arrived = None
        if mover is not None and arrived is None:
            change.gone.insert(0, mover._replace(site=goal[0], level=goal[1]))
        change.lost = [*change.captured, *change.gone]
        self._note()
        told = self._mechanics()
        beside = [token for token in change.gone if token.side is not None]
        if mover is None:
            self._still(start, arrived, beside, told)
        elif rook is not None:
            self._castles(mover, goal[0], *rook)
        else:
            piece = _with([mover, *(self.was[place] for place in riders)])
            if change.captured:
                site = change.captured[0].site
                taken = _with(change.captured)
                self._say("{piece} captures {taken} on {site}", piece=piece, taken=taken, site=site)
            if beside:
                others = listed("{first} and {last}", [_on(token) for token in beside])
                self._say("{piece} captures {taken}", piece=piece, taken=others)
            self.captures = bool(change.captured or beside)
            if not self.captures:
                ends = {"start": self._spoken(start), "site": self._spoken(goal)}
                self._say("{piece} moves from {start} to {site}", piece=piece, **ends)
            if put_down is not None:
                self._say("{piece} is put down on {site}", piece=_on(put_down[0]), site=put_down[1])
                self.sites.append(put_down[1])
            if arrived is not None and arrived.letter != mover.letter:
                self._say("it becomes a {piece}", piece=Message(arrived.name))
        for site, worth in self._collected:
            self._say("chips worth {worth} on {site} are collected", worth=worth, site=site)
        self._said += told
        self._turned()

    def _still(
        self, start: Place, arrived: Token | None, beside: list[Token], told: tuple[Message, ...]
    ) -> None:
        """Tell a move in which no piece went from one square to another; ``told`` is what mechanics tell."""
        if arrived is not None and arrived.side is not None:
            self._drops(arrived)
        elif beside and start in self.was:
            taken = listed("{first} and {last}", [_on(token) for token in beside])
            self.captures = True
            self._say("{piece} captures {taken} and stays", piece=_on(self.was[start]), taken=taken)
        elif not (self.change.lost or self.change.come or arrived or told):
            self._say("{side} passes", side=_named(self.side))

    @property
    def _held(self) -> frozenset[str]:
        """The choices of pieces in the mover's hand."""
        panels = (panel for panel in self.before.panels if panel.side is self.side)
        return frozenset(held.choice for panel in panels for held in panel.holdings)

    def _place(self, choice: str) -> Place:
        spot = self.rules.spots.get(choice)
        return (choice, "") if spot is None else (spot.site, spot.level)

    def _ends(self) -> tuple[Place, Place]:
        """Where the move begins and ends; the same place for a drop."""
        placed = [choice for choice in self.move.choices if self.before.variant.sites([choice])]
        places = [self._place(choice) for choice in placed[:2]]
        if not places:
            return ("", ""), ("", "")
        ends = self.before.variant.ends(self.move)
        places[0] = (ends[0], places[0][1])  # of a piece that pilots, its carrier
        return places[0], places[-1]

    def _arrival(self, mover: Token, goal: Place, come: Placed) -> Place:
        """Where a piece came to stand: a king that castles may go elsewhere than it was sent."""
        if goal in come and come[goal].side is mover.side and come[goal].letter == mover.letter:
            return goal
        same = [place for place, token in come.items() if token.letter == mover.letter]
        onto = self.was.get(goal)
        return same[0] if len(same) == 1 and onto and onto.side is mover.side else goal

    def _passed(self, mover: Token, goal: Place) -> Place:
        """Where the pawn stands that a move to a place captures en passant; no place if there is none."""
        names, fields = self.board.names, self.rules.layout.fields
        kind = next((each for each in self.rules.pieces if each.letter == mover.letter.upper()), None)
        if "ep pawn" not in fields or goal in self.was or kind is None or not kind.pawn:
            return "", ""
        square, pawn = (
            int(self.before.rows(1).info[0, fields.index(f"ep {each}")]) for each in ("square", "pawn")
        )
        return (names[pawn], "") if square < len(names) and names[square] == goal[0] else ("", "")

    def _along(self, start: Place, goal: Place, gone: Placed, come: Placed) -> Iterator[Place]:
        """The places from which pieces were carried along; they are taken out of what is gone and new."""
        for here, there in zip(self._pile(start)[1:], self._pile(goal)[1:], strict=False):
            carried, now = self.was.get(here), self.now.get(there)
            if carried and now and carried.side is now.side and (here in gone or there in come):
                gone.pop(here, None)
                come.pop(there, None)
                if there in self.was:
                    gone[there] = self.was[there]
                yield here

    def _pile(self, place: Place) -> list[Place]:
        """A place, and all places on its back."""
        site, level = place
        if level:
            return [place]
        backs = self.board.backs.get(self.board.numbers.get(site, -1), ())
        spots = {spot.level for spot in self.rules.spots.values() if spot.site == site and spot.level}
        return [place, *((self.board.names[back], "") for back in backs), *((site, each) for each in spots)]

    def _castled(self, gone: Placed, come: Placed) -> tuple[Token, str] | None:
        """The second piece of the mover's that moved, and its goal."""
        for place, token in gone.items():
            for goal, other in come.items():
                if token.side is self.side and token.letter == other.letter and place != goal:
                    del gone[place], come[goal]
                    return token, goal[0]
        return None

    def _put_down(self, goal: Place, gone: Placed, come: Placed) -> tuple[Token, str] | None:
        """A piece that the mover put down elsewhere, and where."""
        for place, token in come.items():
            for was, other in gone.items():
                if place != goal and (token.letter, token.side) == (other.letter, other.side):
                    del gone[was], come[place]
                    return other, place[0]
        return None

    def _spoken(self, place: Place) -> str:
        """A place as players call it."""
        names = (spot.name for spot in self.rules.spots.values() if (spot.site, spot.level) == place)
        return next(names, place[0]) if place[1] else place[0]

    def _turned(self) -> None:
        """Tell what no mechanic has told."""
        for before, after in self.change.turned:
            self._say("{piece} becomes a {other}", piece=_on(before), other=Message(after.name))

    def _note(self) -> None:
        """Note where something happened."""
        change = self.change
        there = (token for token in (*change.gone, *change.come) if token.side or token in change.come)
        self.sites += [token.site for token in there]
        self.sites += [token.site for _, token in change.turned]

    # -- moves after which pieces move by themselves ------------------------------------------

    def _follow(self, events: tuple[Event, ...]) -> None:
        """Tell the events of a turn one after the other."""
        change = self.change
        standing = {site: token for (site, _), token in self.was.items()}
        own = [event for event in events if event.what == "move"]
        if len(own) > 1:
            king, rook = (standing[event.sites[0]] for event in own)
            self._castles(king, own[0].sites[-1], rook, own[1].sites[-1])
        drifting: list[Message] = []
        for event in events:
            if len(own) == 1 or event.what != "move":
                drifting += self._event(event, standing)
            _apply(event, standing)
        if len(drifting) > MOST_NAMED:
            self._say("{number} pieces drift on", number=len(drifting))
        elif drifting:
            self._say("drifting on: {pieces}", pieces=listed("{first} and {last}", drifting))
        now = {site: token for (site, _), token in self.now.items()}
        change.gone += [token for site, token in standing.items() if site not in now]
        change.come = [token for site, token in now.items() if site not in standing]
        change.lost = [*change.captured, *change.gone]
        self._note()
        if events[0].what == "drop":
            dropped = [token for token in change.come if token.site == events[0].sites[0]]
            change.come = [token for token in change.come if token not in dropped]
            for token in dropped:
                self._drops(token)
        self._said += self._mechanics()

    def _mechanics(self) -> tuple[Message, ...]:
        """What the mechanics have to tell; they take that out of the change."""
        self.untold = copy.deepcopy(self.change)
        return self.rules.tells(self.change)

    def _event(self, event: Event, standing: dict[str, Token]) -> list[Message]:
        """Tell an event; a piece that drifts and does no more is only named."""
        start, goal = event.sites[0], event.sites[-1]
        if event.what == "spin":
            self._say("the spinner turns")
        elif event.what == "vanish":
            self.change.gone += [standing[site] for site in event.sites]
        elif event.what == "stop":
            self._say("{side} stops {piece}", side=_named(self.side), piece=_on(standing[start]))
        elif event.what == "halt":
            self.sites.append(start)
            self._say("{piece} has to stop", piece=_on(standing[start]))
        elif event.captured:
            self.sites += [start, goal]
            taken = standing[event.captured]
            self.change.captured.append(taken)
            template = "{piece} captures {taken} on {site}"
            self.captures = self.captures or not event.automatic
            if event.automatic:
                template = "{piece} drifts and captures {taken} on {site}"
            ends = {"taken": Message(taken.name), "site": event.captured}
            self._say(template, piece=Message(standing[start].name), **ends)
        elif event.what == "move":
            piece = Message(standing[start].name)
            self._say("{piece} moves from {start} to {site}", piece=piece, start=start, site=goal)
        elif event.what == "drift" and event.becomes:
            self._say("{piece} drifts to {site}", piece=Message(standing[start].name), site=goal)
        elif event.what == "drift":
            return [Message("{piece} to {site}", piece=Message(standing[start].name), site=goal)]
        if event.becomes and (goal, "") in self.now:
            self._say("it becomes a {piece}", piece=Message(self.now[goal, ""].name))
        return []


def _apply(event: Event, standing: dict[str, Token]) -> None:
    """Move the pieces of an event."""
    if event.what == "spin":
        found = {site: standing.pop(site) for site in event.sites if site in standing}
        for site, following in zip(event.sites, (*event.sites[1:], event.sites[0]), strict=True):
            if site in found:
                standing[following] = found[site]._replace(site=following)
    elif event.what == "vanish":
        for site in event.sites:
            standing.pop(site, None)
    elif event.what in ("move", "drift"):
        token = standing.pop(event.sites[0], None)
        standing.pop(event.captured, None)
        if token is not None:
            standing[event.sites[-1]] = token._replace(site=event.sites[-1])


def _alike(token: Token, other: Token | None) -> bool:
    return other is not None and token.letter == other.letter


def chips_on(tokens: tuple[Token, ...]) -> Mapping[str, int]:
    """What the chips on each site are worth."""
    return {
        token.site: sum(chips.worth * chips.number for chips in token.chips)
        for token in tokens
        if token.chips
    }
