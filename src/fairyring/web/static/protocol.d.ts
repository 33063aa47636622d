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
}

export interface Level {
  name: string;
  title: string;
}

export interface Token {
  site: string;
  letter: string;
  name: string;
  picture: string;
  side: Side | null;
  level: string;
  /** How it goes on by itself, in files to the right and ranks up, and its place in that order. */
  momentum: { dx: number; dy: number; place: number } | null;
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
  text: string;
}

export interface State {
  type: "state";
  id: string;
  variant: string;
  options: Options;
  seats: Record<Side, string>;
  ply: number;
  number: number;
  first: Side;
  moves: string[];
  notations: string[];
  view: View;
  turns: Turn[];
  labels: Record<string, Label>;
  thinking: boolean;
  result: Result | null;
}

/** For the side to move: `score` in hundredths of a pawn, or `mate` in so many plies, below 0 when suffered. */
export interface Scored {
  score?: number;
  mate?: number;
  depth: number;
}

export interface Shown {
  type: "shown";
  ply: number;
  view: View;
}

export interface Hint extends Scored {
  type: "hint";
  ply: number;
  text: string;
  choices: string[];
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

export type Incoming = State | Shown | Hint | Compiling | Thinking | Refusal;

export type Outgoing =
  | { type: "move"; ply: number; text: string }
  | { type: "undo" }
  | { type: "show"; ply: number }
  | { type: "hint" }
  | { type: "hurry" }
  | { type: "resign"; side: Side };

/** What is asked of `POST /api/games`. */
export interface Order {
  variant: string;
  options: Options;
  white: string;
  black: string;
  position?: string;
  pgn?: string;
}
