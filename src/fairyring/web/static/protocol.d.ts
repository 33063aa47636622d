// The messages of docs/protocol.md, for the type checker. The browser never loads this file.

export type Side = "white" | "black";

export interface Summary {
  name: string;
  title: string;
  summary: string;
  inventor: string;
  year: number;
}

export interface Outline {
  panel: number;
  points: [number, number][];
}

export interface Site {
  name: string;
  shade: number;
  region: string;
  /** The site on whose man it lies, and without whom it is not there; "" where nobody need be. */
  carrier: string;
  outlines: Outline[];
}

export interface Panel {
  title: string;
  width: number;
  height: number;
}

/** Where a choice is made, and on which level there. */
export interface Place {
  site: string;
  level: string;
  name: string;
}

export interface Board {
  panels: Panel[];
  sites: Site[];
  places: Record<string, Place>;
  /** The sites of the spinner, each before the one that it comes to. */
  turning: string[];
}

export interface Level {
  name: string;
  title: string;
}

/** Files to White's right and ranks away from White, and the place in the order of launching. */
export interface Momentum {
  dx: number;
  dy: number;
  place: number;
}

/** Lines to draw, each a row of points; a new one begins where a way leaves the board and comes on again. */
export type Legs = [number, number][][];

export interface Event {
  what: "move" | "stop" | "drift" | "halt" | "spin";
  sites: string[];
  legs: Legs;
  taken: string;
  becomes: string;
  momentum: Momentum | null;
}

export interface Chips {
  worth: number;
  number: number;
}

export interface Token {
  site: string;
  letter: string;
  name: string;
  picture: string;
  side: Side | null;
  level: string;
  momentum: (Momentum & { legs?: Legs }) | null;
  /** The chips of a stack, the smallest first; none for anything else. */
  chips: Chips[];
  /** Whether it bears a mark that only those see who know of it: a True King's. */
  marked: boolean;
}

export type Options = Record<string, boolean | number | string>;

export interface OptionWords {
  name: string;
  value: boolean | number | string;
  words: string;
}

export interface Details extends Summary {
  board: Board;
  pieces: { letter: string; name: string; picture: string; note: string }[];
  levels: Level[];
  options: OptionWords[];
  start: Token[];
}

export interface View {
  text: string;
  side: Side;
  checked: string[];
  last: string[];
  tokens: Token[];
  /** A carrier whom the last turn took, and after him those who went with him. */
  taken: Token[];
  /** What happened in the last turn, part by part. */
  course: Event[];
  /** Each side's chips, or null in a game without. */
  purses: Record<Side, Chips[]> | null;
}

/** A turn of the beginning that the page of all games shows: see web/previews.py. */
export interface Step {
  come: [place: number, token: Token][];
  gone: number[];
  last: string[];
}

export interface Turn {
  text: string;
  choices: string[];
}

export interface Label {
  name: string;
  picture: string;
}

export interface Result {
  winner: Side | null;
  reason: string;
  score: "1-0" | "0-1" | "1/2-1/2" | "*";
  text: string;
  /** Each side's chips in the end, or null in a game without. */
  purses: Record<Side, Chips[]> | null;
}

export interface Terms {
  kind: "game" | "move";
  seconds: number;
  increment: number;
}

/** Seconds that each side has left, and whose time runs. */
export interface Clock extends Terms {
  left: Record<Side, number>;
  running: Side | null;
}

export type What = "draw" | "takeback" | "rematch";

export type Possible = What | "undo" | "hint" | "resign" | "abort" | "chat";

/** A position, and the turns that may be made in it. */
export interface Situation {
  /** The sides that whoever looks at this page plays. */
  you: Side[];
  ply: number;
  moves: string[];
  /** Whether the side to move chooses in secret. */
  choosing: boolean;
  /** Whose knowledge is shown, in a game with secrets; else "". */
  knows: Side | "spectator" | "";
  view: View;
  turns: Turn[];
  labels: Record<string, Label>;
  result: Result | null;
}

export interface State extends Situation {
  type: "state";
  id: string;
  /** How many things have happened in the game. */
  events: number;
  variant: string;
  options: Options;
  seats: Record<Side, string>;
  /** Whether two people play, each at a seat of his own. */
  shared: boolean;
  number: number;
  first: Side;
  notations: string[];
  aftermaths: string[];
  /** How many of the moves, the first ones, are choices made in secret. */
  choices: number;
  thinking: boolean;
  clock: Clock | null;
  offers: { what: What; side: Side }[];
  can: Possible[];
  /** The id of the game that the same players went on to, or "". */
  next: string;
}

export interface Said {
  side: Side;
  text: string;
}

export interface Chat {
  type: "chat";
  first: number;
  lines: Said[];
}

export interface Present {
  type: "present";
  sides: Side[];
}

/** Hundredths of a pawn for the side to move, or a mate in so many plies, below 0 when suffered. */
export type Score = number | { mate: number };

export interface Scored {
  score: Score;
  depth: number;
}

export interface Shown {
  type: "shown";
  ply: number;
  view: View;
}

export interface Course {
  type: "course";
  ply: number;
  text: string;
  course: Event[];
  /** What the other side's men would then do by themselves. */
  reply: Event[];
}

export interface Hint extends Scored {
  type: "hint";
  ply: number;
  text: string;
  choices: string[];
}

/** What was to be believed of what the players hid, told after the game. */
export interface Explained {
  type: "explained";
  ply: number;
  lines: string[];
}

export interface Compiling {
  type: "progress";
  task: "compile";
  step: string;
  done: number;
  total: number;
}

export interface Thinking extends Scored {
  type: "progress";
  task: "think";
  line: string[];
  nodes: number;
  speed: number;
}

export interface Refusal {
  type: "error";
  message: string;
}

export type Incoming = State | Shown | Course | Hint | Explained | Compiling | Thinking | Chat | Present | Refusal;

export type Outgoing =
  | { type: "move"; ply: number; text: string }
  | { type: "undo" }
  | { type: "show"; ply: number }
  | { type: "course"; ply: number; text: string }
  | { type: "hint" }
  | { type: "explain" }
  | { type: "hurry" }
  | { type: "resign"; side: Side }
  | { type: "abort" }
  | { type: "offer" | "accept" | "decline"; what: What }
  | { type: "say"; text: string };

/** What is asked of `POST /api/games`. */
export interface Order {
  variant: string;
  options: Options;
  white: string;
  black: string;
  position?: string;
  pgn?: string;
  clock?: Terms;
}

/** Whoever holds a seat, and what opens it. */
export interface Seat {
  sides: Side[];
  token: string;
  /** What opens the other seat while it is open, or "". */
  invitation: string;
}

// -- analysis -----------------------------------------------------------------------------------

/** Where a position is: after some moves from a position, or from the start of the game. */
export interface At {
  options: Options;
  position: string | null;
  moves: string[];
}

/** A move, for a list of moves; `number` is 0 where it counts as no ply. */
export interface Step {
  text: string;
  notation: string;
  aftermath: string;
  side: Side;
  number: number;
}

export interface Look {
  type: "look";
  key: number;
  number: number;
  choosing: boolean;
  step: Step | null;
  view: View;
  turns: Turn[];
  labels: Record<string, Label>;
  result: Result | null;
}

export interface Foreseen {
  type: "course";
  key: number;
  text: string;
  course: Event[];
  reply: Event[];
}

/** A line of the computer's. */
export interface Idea {
  score: Score;
  moves: string[];
  notations: string[];
  choices: string[];
}

export interface Thought {
  type: "thought";
  key: number;
  /** Who is to move. */
  side: Side;
  depth: number;
  nodes: number;
  speed: number;
  lines: Idea[];
  over: boolean;
}

/** A position in the making. */
export interface Arranged {
  type: "arranged";
  key: number;
  text: string;
  side: Side;
  tokens: Token[];
  purses: Record<Side, Chips[]> | null;
  /** Whether men can be set in motion. */
  motion: boolean;
  /** What is impossible in it, and where in its text. */
  fault: { message: string; column: number } | null;
}

export type Act =
  | { act: "put"; at: string; letter: string }
  | { act: "take"; at: string }
  | { act: "carry" | "launch"; start: string; goal: string }
  | { act: "pay"; worth: number; start: string; goal: string }
  | { act: "turn"; side: Side }
  | { act: "clear" };

export type Found = Arranged | Look | Foreseen | Thought | Compiling | (Refusal & { key?: number });

export type Question =
  | { type: "look"; key: number; at: At }
  | { type: "course"; key: number; at: At; text: string }
  | { type: "think"; key: number; at: At; lines: number; seconds: number }
  | { type: "arrange"; key: number; options: Options; position: string | null; acts: Act[] }
  | { type: "rest" };

/** A move of a tree, and what is said of it; `parent` is the index of the one before, or -1. */
export interface Branch extends Step {
  parent: number;
  comment: string;
  lead: string;
  glyphs: number[];
}

export interface WholeTree {
  variant: string;
  options: Options;
  position: string | null;
  tags: Record<string, string>;
  comment: string;
  nodes: Branch[];
  ended: Result | null;
}
