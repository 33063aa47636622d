// The protocol's types, written by tools/protocol.py. The browser never loads this file.

export type Side = "white" | "black";

/** What players offer each other. */
export type What = "draw" | "takeback" | "rematch";

/** A text for people: English, by which catalogues know it, or a phrase. */
export type Text = string | Phrase;

/** Lines to draw, each a row of points; a new one begins where a way leaves the board. */
export type Legs = [number, number][][];

export type Options = Record<string, boolean | number | string>;

/** What a page can do, besides moving. */
export type Possible = "draw" | "takeback" | "rematch" | "undo" | "hint" | "resign" | "abort" | "chat";

/** Hundredths of a pawn, or a mate. */
export type Score = number | Mate;

/** A text for people that is made from a template, so that it can be translated. */
export interface Phrase {
  /** The text in English. */
  text: string;
  /** The template, by which catalogues know it. */
  code: string;
  /** What fills the template. Phrases among them are translated, too. */
  params: Record<string, Phrase | string | number>;
}

/** A game in a few words. */
export interface Summary {
  name: string;
  title: string;
  summary: string;
  /** "" if nobody is known. */
  inventor: string;
  /** 0 if it is not known. */
  year: number;
  /** The title of the group in which the list has it; games of a group stand together there. */
  group: string;
  /** How much there is to learn for somebody who plays chess: little, some new rules, or many. */
  difficulty: "easy" | "some" | "many";
  /** How many puzzles it has. */
  puzzles: number;
  /** How many lessons, the steps by which players learn it. */
  lessons: number;
}

/** A game, its board and its pieces. */
export interface Details extends Summary {
  board: Board;
  pieces: PieceWords[];
  /** The levels of the computer, the weakest first. */
  levels: Level[];
  /** What can be chosen when a game begins. */
  options: OptionWords[];
  /** Whether the last choice of every move is a square for a thing that belongs to neither side, such as a wall. */
  further: boolean;
  /** The tokens of the starting position. */
  start: Token[];
  /** The score, in hundredths of a pawn, with which a side wins nine points of ten. */
  winning: number;
  /** Why it has no puzzles, a sentence; null if it has some. */
  without_puzzles: string | Phrase | null;
}

/** What to draw. */
export interface Board {
  panels: Panel[];
  sites: Site[];
  /** By the text of the choice; empty in most games. */
  places: Record<string, Place>;
  /** The sites of the spinner, each before the one that it turns to; empty in most games. */
  turning: string[];
  /** Empty in most games. */
  borders: Border[];
}

/** One board to draw. */
export interface Panel {
  /** "" for a board without a name. */
  title: string;
  /** In squares. */
  width: number;
  height: number;
}

/** A square, and where it is drawn: once on each panel that shows it. */
export interface Site {
  name: string;
  /** What players call its file; "" if files have no names there. */
  file: string;
  /** The same of its rank. */
  rank: string;
  /** Its name, to be written on it, if file and rank do not say it; "" if they do. */
  label: string;
  /** 0 for a dark square, 1 for a light one; 2 for a hexagon of the shade between. */
  shade: number;
  /** The part of the board it belongs to; "" if there are no parts. */
  region: string;
  /** From 1 to 4, the same for all sites of a part; 0 if there are no parts. */
  tint: number;
  /** The site of the piece on whose back it is, or "". It exists only while a piece stands there. */
  carrier: string;
  outlines: Outline[];
}

/** Where a site is drawn on a panel. */
export interface Outline {
  panel: number;
  /** Its corners in units of a square, x to the right and y down, as White sees the panel. */
  points: [number, number][];
}

/** A line on a panel where the board does not just end. */
export interface Border {
  panel: number;
  /** Another board begins; pieces bounce, there or half a square beyond; they leave the board and come on again at the other end; they only come on. */
  what: "joint" | "cushion" | "beyond" | "exit" | "entry";
  points: [[number, number], [number, number]];
  /** The direction in which pieces cross an exit or an entry. */
  out: number[];
  /** The side for whose pieces it is so; null for both. */
  side: Side | null;
}

/** A choice that is made at a site without being its name, such as the back of a piece. */
export interface Place {
  site: string;
  /** The level of its tokens. */
  level: string;
  /** The file of its site. */
  file: string;
  name: Text;
}

/** A kind of piece, for people. */
export interface PieceWords {
  letter: string;
  name: string;
  picture: string;
  /** Its picture as SVG, if the game brings it along; empty otherwise. */
  drawing: string;
  /** Each side's piece as a Chinese or Japanese character, named as pictures are; empty if it has none. */
  characters: Record<Side, string>;
  note: Text;
}

/** A level of the computer, for people. */
export interface Level {
  name: string;
  title: string;
}

/** An option of a game, for people. */
export interface OptionWords {
  name: string;
  /** The default, which is of the kind of every other value. */
  value: boolean | number | string;
  words: Text;
  /** The least and the greatest number to draw from if the player sets none; null: the default stands. */
  drawn: [number, number] | null;
}

/** A position, as its viewer may know it. */
export interface View {
  /** The position as text. */
  text: string;
  /** The side to move. */
  side: Side;
  /** The sites of royal pieces in check. */
  checked: string[];
  /** The sites of the last move, the first of them where it began. */
  last: string[];
  /** The sites of the moves that its player had made before it in the same turn; empty in most games. */
  earlier: string[];
  /** In the order of sites, those of one site from the ground up. */
  tokens: Token[];
  /** What the last move did: a sentence for each thing, without capital letter and full stop. */
  said: Text[];
  /** The sites where the last move did something besides those in `last`. */
  touched: string[];
  /** Along which lines the side to move is in check. */
  checks: CheckLine[];
  /** What happened in the last move, part by part; empty where a move's text says all of it. */
  course: Event[];
  /** Each side's chips; null in a game without chips. */
  purses: Record<Side, Chips[]> | null;
  /** What each side has beside the board; empty in most games. */
  panels: SidePanel[];
  /** What each side has captured in this game; null where nothing has left the board, or hands show it. */
  trays: Record<Side, Tray> | null;
}

/** Something on the board: a piece or a stack of chips. */
export interface Token {
  site: string;
  /** Its letter in position texts; "" for chips. */
  letter: string;
  name: Text;
  /** The name of a file of `/static/pieces/`, without its ending. */
  picture: string;
  side: Side | null;
  /** Which level of its site it is on; "" is the ground. */
  level: string;
  /** Null for a piece that stands still. */
  momentum: Motion | null;
  /** The chips of a stack, the smallest first; empty for a piece. */
  chips: Chips[];
  /** Whether it has a mark that only those see who know of it: a True King's star. */
  marked: boolean;
}

/** How a piece in motion goes on by itself. */
export interface Momentum {
  /** Files to White's right. */
  dx: number;
  /** Ranks away from White. */
  dy: number;
  /** Its place, from 1, in the order in which its side's pieces go on. */
  place: number;
}

/** The momentum of a piece, and its way. */
export interface Motion extends Momentum {
  /** The way that it will go if nothing stops it. */
  legs?: Legs;
  /** The panels that show this way: several where boards that share squares lead the same way. */
  panels?: number[];
}

/** One part of what a move does. */
export interface Event {
  /** `move`: the player's own part of the move; castling is two. `stop`: the player stops a piece in motion. `drift`: a piece goes on by itself. `halt`: one would, but stops. `vanish`: pieces on `sites` leave the board that nothing captured. `spin`: the spinner turns. */
  what: "move" | "drop" | "stop" | "drift" | "halt" | "vanish" | "spin";
  /** The sites of the piece, from first to last; or those that turn. */
  sites: string[];
  /** Lines to draw, in the units of a panel. A leg bends where the way bounces; another begins where the way leaves the board and enters it again. */
  legs: Legs;
  /** The panels to draw them on; none for a way from one board to another that no panel shows. */
  panels: number[];
  /** The site of a captured piece, or "". */
  taken: string;
  /** The letter of the piece that a pawn promotes to, or "". */
  becomes: string;
  /** The momentum of the piece from then on. */
  momentum: Momentum | null;
}

/** The line from a piece to what it attacks: one for each board that shows it. */
export interface CheckLine {
  /** The sites of the line, the attacker's first. */
  sites: string[];
  /** Lines to draw, in the units of a panel. */
  legs: Legs;
  /** The panels to draw them on; none if no panel shows the line. */
  panels: number[];
}

/** What a side has captured. */
export interface Tray {
  /** The most valuable first. */
  captured: Captured[];
  /** By how many pawns its pieces are worth more than the other side's; 0 if they are not. */
  ahead: number;
}

/** Captured pieces of one kind. */
export interface Captured {
  name: Text;
  /** As for a token. */
  picture: string;
  number: number;
}

/** Some chips of one denomination. */
export interface Chips {
  worth: number;
  number: number;
}

/** What a side has beside the board: a hand, a number, or the letter of the board to move. */
export interface SidePanel {
  title: Text;
  side: Side;
  /** The pieces of a hand; empty for a number. */
  holdings: Holding[];
  /** Null for a hand. */
  number: number | string | null;
}

/** Pieces of one kind in a hand. */
export interface Holding {
  /** The piece's letter in position texts. */
  letter: string;
  name: Text;
  /** As for a token. */
  picture: string;
  number: number;
  /** The first choice of a move that drops one. */
  choice: string;
}

/** A legal move, and one row of choices that enters it. */
export interface Turn {
  text: string;
  choices: string[];
}

/** How a choice is shown in a menu. */
export interface Label {
  name: Text;
  /** As for a token; may be "". */
  picture: string;
}

/** How a game ended. */
export interface Result {
  winner: Side | null;
  /** Such as `checkmate`, `resignation`, `time`, or `abortion`, which is not a result. */
  reason: string;
  score: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** The whole in English, such as "White wins by checkmate". */
  text: string;
  /** The same, to be translated. */
  message: Text;
  /** Each side's chips at the end; null in a game without chips. */
  purses: Record<Side, Chips[]> | null;
}

/** How a game is timed. */
export interface Terms {
  /** Whether each side has its seconds for the whole game or for each move. */
  kind: "game" | "move";
  seconds: number;
  /** Seconds that a side gains with each of its moves, in a game timed as a whole. */
  increment?: number;
}

/** The clocks. */
export interface Clock extends Terms {
  increment: number;
  /** The seconds that each side has left. */
  left: Record<Side, number>;
  /** Whose time is running. */
  running: Side | null;
}

/** Something that one player offers the other. */
export interface Offered {
  what: What;
  /** Who offers it. */
  side: Side;
}

/** A chat message. */
export interface Said {
  side: Side;
  text: string;
}

/** A forced mate in so many plies; negative if the side to move is mated. */
export interface Mate {
  mate: number;
}

/** A position, and the moves that can be made in it. */
export interface Situation {
  /** The sides that this page plays; none for a spectator. */
  you: Side[];
  /** How many moves have been made. */
  ply: number;
  moves: string[];
  /** Whether the side to move makes a choice in secret, such as its True King. */
  choosing: boolean;
  /** Whose knowledge is shown, in a game with secrets; else "". */
  knows: "" | "white" | "black" | "spectator";
  /** The position now. */
  view: View;
  /** Every legal move for each row of choices that enters it; empty if this page may not move now. */
  turns: Turn[];
  /** How choices are shown that are not sites, and those at a site where several moves are possible. */
  labels: Record<string, Label>;
  /** Null while the game goes on. */
  result: Result | null;
}

/** All that one viewer may know of a game, sent on connecting and after every change. */
export interface State extends Situation {
  type: "state";
  id: string;
  /** How many things have happened in the game. */
  events: number;
  variant: string;
  /** Every option of the game. */
  options: Options;
  /** Who plays each side: `human`, `open` for an invited player, or the name of a level. */
  seats: Record<Side, string>;
  /** What the players call themselves; "" for one who has not said. */
  names: Record<Side, string>;
  /** Whether two people play, each from a seat of their own. */
  shared: boolean;
  /** Whether the open seat is for anybody, as a challenge in the lobby. */
  listed: boolean;
  /** Whether what is stored of the game can be read only up to here; then it cannot be continued. */
  damaged: boolean;
  /** The number of the first move. */
  number: number;
  /** The side that made each move. */
  movers: Side[];
  /** The moves as a list of moves shows them to people. */
  notations: string[];
  /** For each move what happened by itself after it, as records write it. */
  aftermaths: string[];
  /** How many of the moves, the first ones, are choices made in secret. */
  choices: number;
  /** Whether the computer is thinking about its move. */
  thinking: boolean;
  clock: Clock | null;
  offers: Offered[];
  /** What was offered since the last move and declined by the other player. */
  declined: Offered[];
  /** What else this page can do now. */
  can: Possible[];
  /** The id of the game that the same players went on to, or "". */
  next: string;
}

/** An earlier position. */
export interface Shown {
  type: "shown";
  ply: number;
  view: View;
}

/** What a legal move would do. */
export interface Course {
  type: "course";
  ply: number;
  text: string;
  course: Event[];
  /** What the other side's pieces would then do by themselves. */
  reply: Event[];
}

/** How a search evaluates a position. */
export interface Scored {
  /** For the side to move. */
  score: Score;
  /** Plies searched. */
  depth: number;
}

/** The move that the computer would play. */
export interface Hint extends Scored {
  type: "hint";
  ply: number;
  text: string;
  /** The move as a list of moves shows it. */
  notation: string;
  choices: string[];
}

/** What could be believed about the players' secrets, after the game. */
export interface Explained {
  type: "explained";
  ply: number;
  /** For each side a line, and indented below it the moves that gave most away. */
  lines: Text[];
}

/** How far the compiler has come, while a game is prepared. */
export interface Compiling {
  type: "progress";
  task: "compile";
  step: string;
  done: number;
  total: number;
}

/** How far a search has come. */
export interface Thinking extends Scored {
  type: "progress";
  task: "think";
  /** The principal variation. */
  line: string[];
  /** The same as a list of moves shows it; far moves may be as in `line`. */
  notations: string[];
  nodes: number;
  /** Nodes in a second. */
  speed: number;
}

/** Chat messages: all of them on connecting, and then each new one. Only players are sent them. */
export interface Chat {
  type: "chat";
  /** The place of the first of them among all messages of the game. */
  first: number;
  lines: Said[];
}

/** Which sides are connected. */
export interface Present {
  type: "present";
  sides: Side[];
}

/** Why a message was refused, which changes nothing; or that the computer failed. */
export interface Refusal {
  type: "error";
  /** One line in English. */
  error: string;
  /** The same, to be translated. */
  message: Text;
}

/** Sent after 20 seconds in which there was nothing else to send: the connection has not ended. */
export interface Alive {
  type: "alive";
}

/** An open challenge: a game that anybody may join. */
export interface Open {
  id: string;
  variant: string;
  /** Every option of the game. */
  options: Options;
  clock: Terms | null;
  /** The side of the seat that is open. */
  side: Side;
  /** What the player who waits is called; may be "". */
  name: string;
  /** The invitation to the seat: to take the seat is to accept. */
  invitation: string;
}

/** All open challenges, the latest first; sent on connecting and after every change. */
export interface LobbyState {
  type: "lobby";
  challenges: Open[];
}

/** A new game, and the seat token of the player who began it. */
export interface Begun {
  id: string;
  token: string;
}

/** The sides of a seat, and its token. */
export interface Taken {
  sides: Side[];
  /** "" for a spectator. */
  token: string;
}

/** A game in which a browser has a seat. */
export interface Held {
  id: string;
  variant: string;
  /** When the browser took the seat, in seconds since 1970. */
  at: number;
  /** Who plays each side: `human`, or the name of a level. */
  seats: Record<Side, string>;
  /** What the players call themselves; "" for one who has not said. */
  names: Record<Side, string>;
  /** The sides of the seat. */
  you: Side[];
}

/** What is answered where there is nothing to say. */
export interface Nothing {
}

/** A seat, and who can join. */
export interface Seat extends Taken {
  /** The invitation to the other seat while that is open, or "". */
  invitation: string;
}

/** A position in which exactly one move wins. */
export interface Puzzle {
  /** Tells it from the game's other puzzles, also when there are more of them later. */
  id: string;
  /** Its text, as far as the side to move may know it. */
  position: string;
  /** The solution, which ends with a move of the side to move; a move that wins at once is as good. */
  moves: string[];
  /** What is to be found, such as a mate in 2. */
  goal: Text;
}

/** One of the steps by which players learn a game, in the language asked for. */
export interface Lesson {
  /** What is taught and asked for. */
  say: string;
  /** Its text; null for the start of the game. */
  position: string | null;
  /** What is pointed out, each from site to site; a circle leads from a site to itself. */
  arrows: [string, string][];
  /** The right moves, each with those that are played in answer; none if there is only something to read. */
  lines: string[][];
  /** What is said after a right move; "" for nothing. */
  done: string;
  /** What is said after another move; "" for nothing. */
  wrong: string;
}

/** A game that can be played now. */
export interface Playable {
  /** The name by which a game of it is begun, its rules are shown, and so on. */
  variant: string;
  title: string;
  /** What is allowed, but may not be meant. */
  remarks: Text[];
}

/** Whether a game is sound, as far as it has been checked. */
export interface Soundness {
  /** Null while there are more steps, and none has found a fault. */
  sound: boolean | null;
  /** What is wrong. */
  fault: string | Phrase | null;
  /** How many steps have been done. */
  done: number;
  /** How many there are in all. */
  total: number;
  /** What the next one looks at; empty if there is none. */
  next: Text;
  /** What is allowed, but may not be meant: in the answer with the first steps. */
  remarks: Text[];
}

/** A game of a file. */
export interface Imported {
  /** Of its section; "" in a file with one game. */
  name: string;
  /** As a game file; null if it cannot be one. */
  text: string | null;
  /** Why not. */
  fault: string | Phrase | null;
}

/** A game between two equal players that think little. */
export interface TrialGame {
  winner: Side | null;
  /** How it ended. */
  reason: Text;
  plies: number;
  /** Legal moves of a position, in the mean. */
  choices: number;
  captures: number;
  checks: number;
}

/** Some games of a game file, which are the same each time. */
export interface TrialGames {
  /** As many as were played this time; none if all have been. */
  games: TrialGame[];
  /** How many there are in all. */
  total: number;
}

/** A published game in a few words. */
export interface Published {
  /** Of its file's content. */
  hash: string;
  variant: string;
  title: string;
  summary: string;
  /** "" if nobody is named. */
  inventor: string;
  /** When it was published, in seconds since 1970. */
  at: number;
  public: boolean;
  /** Games of all its versions. */
  plays: number;
  /** The hash of a newer version. */
  next: string | null;
}

/** A version of a published game. */
export interface PublishedVersion {
  hash: string;
  at: number;
}

/** What a game was made from. */
export interface Origin {
  /** The hash of a published game, or the name of a game that comes with fairyring. */
  name: string;
  /** "" if it is published no longer. */
  title: string;
}

/** A published game. */
export interface PublishedDetail extends Published {
  /** All that there are, the oldest first. */
  versions: PublishedVersion[];
  origin: Origin | null;
  /** Whether this browser has published it. */
  mine: boolean;
  /** Whether games can be published here. */
  publishing: boolean;
}

/** Some games of the gallery. */
export interface GalleryPage {
  games: Published[];
  /** Whether there are more. */
  more: boolean;
  /** Whether games can be published here. */
  publishing: boolean;
}

/** The server and its database work. */
export interface Health {
  status: "ok";
}

/** Why a request was refused, in one line for people. */
export interface Error {
  /** In English. */
  error: string;
  /** The same, to be translated. */
  message: Text;
}

/** Where a position is. */
export interface At {
  options?: Record<string, boolean | number | string>;
  /** Where the line begins; null for the starting position of the game. */
  position?: string | null;
  /** The moves from there. */
  moves?: string[];
}

/** A move, for a list of moves. */
export interface Step {
  text: string;
  /** The move as a list of moves shows it. */
  notation: string;
  /** What happens by itself after it, as records write it. */
  aftermath: string;
  side: Side;
  /** The number of the move; 0 if it counts as no ply. */
  number: number;
}

/** A position, and the moves that can be made in it. */
export interface Look {
  type: "look";
  key: number;
  /** The number of the next move. */
  number: number;
  /** Whether the side to move makes a choice in secret. */
  choosing: boolean;
  /** The last move; null at the start of the line. */
  step: Step | null;
  view: View;
  turns: Turn[];
  labels: Record<string, Label>;
  result: Result | null;
}

/** What a legal move would do. */
export interface Foreseen {
  type: "course";
  key: number;
  text: string;
  course: Event[];
  /** What the other side's pieces would then do by themselves. */
  reply: Event[];
}

/** A variation that the computer found. */
export interface Variation {
  /** For the side to move. */
  score: Score;
  moves: string[];
  /** The moves as they are shown in a move list. */
  notations: string[];
  /** What enters the first move. */
  choices: string[];
}

/** What the computer has found so far. */
export interface Thought {
  type: "thought";
  key: number;
  /** The side to move. */
  side: Side;
  depth: number;
  nodes: number;
  /** Nodes in a second. */
  speed: number;
  /** The best variations, the best first. */
  lines: Variation[];
  /** Whether the search has ended. */
  over: boolean;
}

/** What is impossible in a position, and where in its text. */
export interface Fault {
  message: Text;
  /** From 1. */
  column: number;
}

/** A position that is being set up. */
export interface Arranged {
  type: "arranged";
  key: number;
  text: string;
  side: Side;
  tokens: Token[];
  purses: Record<Side, Chips[]> | null;
  panels: SidePanel[];
  /** Whether pieces can be set in motion. */
  motion: boolean;
  /** Null if the position is possible. */
  fault: Fault | null;
}

/** Why a message was refused, or that the computer failed. */
export interface AnalysisRefusal extends Refusal {
  /** Which message. */
  key?: number | null;
}

/** A move of a tree, with its comments. */
export interface Branch extends Step {
  /** The index of the move before it, or -1. */
  parent: number;
  comment: string;
  /** A comment that stands before the move. */
  lead: string;
  /** Numeric annotation glyphs. */
  glyphs: number[];
}

/** A record with its variations. */
export interface WholeTree {
  variant: string;
  options: Options;
  /** Where it begins; null for the starting position of the game. */
  position: string | null;
  tags: Record<string, string>;
  comment: string;
  /** The moves, each after its parent. */
  nodes: Branch[];
  ended: Result | null;
}

/** What the page shows of a draft. */
export interface Drafted {
  /** The game file, after the changes. */
  text: string;
  /** What it says; empty if it is no TOML. */
  data: Record<string, any>;
  /** What is wrong; nothing if it is a game. */
  problems: Problem[];
  /** What may not be meant. */
  remarks: Text[];
  /** Whether it is made from nothing; what it takes from a base is written out with the first change. */
  whole: boolean;
  /** Whether pieces can be put on the board by hand. */
  editable: boolean;
  /** The board; null if the draft has none that can be drawn. */
  board: Board | null;
  /** What stands on it at the start. */
  tokens: Token[];
  pieces: DraftPiece[];
  /** The squares of each area that can be painted. */
  areas: Record<string, Record<Side, string[]>>;
  /** If the draft is not a game: the mechanics of which it would be one without any single one. */
  drops: string[];
}

/** Something that is wrong in a draft. */
export interface Problem {
  message: Text;
  line: number;
  column: number;
  /** The keys that lead to it, as far as they are known. */
  path: string[];
}

/** A kind of piece of a draft. */
export interface DraftPiece {
  letter: string;
  name: string;
  picture: string;
  /** Its picture as SVG, if the game brings it along; empty otherwise. */
  drawing: string;
  royal: boolean;
  pawn: boolean;
  movement: Described;
  /** What it is worth on this board, in hundredths of a pawn. It is null for royal pieces, and while the draft is not a game. */
  value: number | null;
  /** How many each side has at the start. */
  counts: Record<Side, number>;
}

/** How a piece moves. */
export interface Described {
  /** Betza's notation; empty for a movement that is not in letters. */
  notation: string;
  /** The letters of it that say something beside movement: castlings and drops. */
  beside: string;
  /** Its vectors, to be painted; null if it is more than vectors. */
  parts: Part[] | null;
  /** Whether it keeps to an area, the palace, which the rest of what is said here leaves out. */
  within: boolean;
  /** Whether its dots are on a board of hexagons, where files lead to the right and down. */
  hexagons: boolean;
  /** Where it could go on an otherwise empty board: files to the right, ranks ahead, and a sum: 1 it moves there, 2 it captures there, 4 by its first move only, 8 over a piece only, 16 it captures its own side's pieces there. */
  dots: number[][];
}

/** How a piece moves by letters, and what is wrong with these. */
export interface Lettered extends Described {
  /** Empty if nothing is. */
  error: Text;
  /** Where it is, from 1. */
  column: number;
}

/** One vector of a movement, as a user paints it. */
export interface Part {
  /** Files to the mover's right. */
  right: number;
  /** Ranks ahead. */
  forward: number;
  /** How many times in a row it may be taken; 0 for any number. */
  limit?: number;
  /** Whether it may end on an empty square. */
  move?: boolean;
  /** Whether it may capture. */
  capture?: boolean;
  /** Whether it is for the first move only. */
  initial?: boolean;
  /** Whether a piece between its ends blocks it. */
  lame?: boolean;
  /** Whether it needs a piece to jump over, and must land right behind it (`near`). */
  hop?: "" | "over" | "near";
}

/** What the workshop has to choose from. */
export interface Catalogue {
  pieces: KnownPiece[];
  mechanics: Card[];
  /** The names of all drawings of pieces. */
  drawings: string[];
  boards: BoardKind[];
  /** What an edge can do; see docs/game-files.md. */
  edges: string[];
  /** What a part of the board can be coloured with. */
  colours: string[];
  /** The names of files to begin with. */
  templates: string[];
}

/** A piece that games here have. */
export interface KnownPiece {
  name: string;
  letter: string;
  /** The name of its drawing; empty if there is none. */
  picture: string;
  pawn: boolean;
  /** The kind of board that it is for (`hexagons` or `levels`); empty for plain boards. */
  board: string;
  /** The titles of some games that have it. */
  games: string[];
  notation: string;
  /** See `Described`. */
  dots: number[][];
}

/** A mechanic. */
export interface Card {
  name: string;
  title: string;
  about: string;
  required: string[];
  parameters: Parameter[];
}

/** A parameter of a mechanic. */
export interface Parameter {
  name: string;
  about: string;
  /** How it is entered: `switch`, `number`, `text`, `words` (one of some) or `table` (in the text alone). */
  kind: string;
  /** Whether its text has letters of pieces. */
  letters: boolean;
  words: string[];
  /** What it is when it is left out; null if it may not be. */
  usual: any;
}

/** A kind of board that numbers describe. */
export interface BoardKind {
  kind: string;
  /** The names of its numbers, such as `width`. */
  numbers: string[];
}

/** Whether a mechanic could be added to a draft. */
export interface Fit {
  name: string;
  /** The parameters that it would begin with. */
  value: Record<string, any>;
  /** Why it cannot be; empty if it can. */
  reason: Text;
}

/** A game file to begin with. */
export interface Started {
  text: string;
}

/** The rules of a draft in words. */
export interface RulesInWords {
  /** As on a rules page, without headings above the third level; empty if the draft is not a game. */
  html: string;
}

/** A draft, and what is done to it. */
export interface Draft {
  /** The game file. */
  text: string;
  /** What is done, in this order. */
  changes?: Change[];
}

/** A draft whose rules are asked for. */
export interface Worded extends Language {
  text: string;
}

/** A movement to be described: by letters, or by painted vectors. */
export interface Movement {
  /** Betza's notation; left out where `parts` say it. */
  notation?: string;
  /** The vectors. */
  parts?: Part[] | null;
  /** What letters say beside movement, which is kept behind the vectors. */
  beside?: string;
  /** Whether it is for a board of hexagons. */
  hexagons?: boolean;
}

/** An SVG file for the picture of a piece. */
export interface Picture {
  text: string;
}

/** A picture as the drawing of a piece. */
export interface Drawn {
  /** What the piece's `drawing` is in a game file: SVG of shapes alone. */
  drawing: string;
  /** Its name. */
  picture: string;
  /** The drawing as pages show it, in the colours of the sides. */
  shown: string;
}

/** A move of the game that the first page shows of each: see `fairyring.web.previews`. */
export interface PreviewStep {
  /** New tokens, with their places in the list after the move. */
  come: [number, Token][];
  /** The places in the list before the move of tokens that are no longer there. */
  gone: number[];
  /** The sites of the move. */
  last: string[];
}

/** A game to begin. */
export interface NewGame {
  variant: string;
  /** The options that differ from their defaults. */
  options?: Record<string, boolean | number | string>;
  /** `human` for you, `open` for a player whom you invite, or the name of a level. */
  white: string;
  black: string;
  /** The first position, if not the game's own. */
  position?: string | null;
  /** A record to continue, instead of a position. Options that it names replace those here. */
  pgn?: string | null;
  /** Only where a person plays. The computer takes what its clock allows, and does not lose on time. */
  clock?: Terms | null;
  /** What you want to be called. */
  name?: string;
}

/** A seat token, or an invitation. */
export interface Claim {
  token: string;
  /** What you want to be called, if the token is an invitation. */
  name?: string;
}

/** A record, to be read as a tree of moves. */
export interface ReadTree {
  /** The game that it is of, if it does not say. */
  variant: string;
  pgn: string;
}

/** A tree of moves, to be written as a record. */
export interface WriteTree {
  variant: string;
  options?: Record<string, boolean | number | string>;
  /** Where it begins; null for the starting position of the game. */
  position?: string | null;
  tags?: Record<string, string>;
  comment?: string;
  /** Each after its parent. */
  nodes?: Node[];
  ended?: Ending | null;
}

/** A move of a tree. */
export interface Node {
  /** The index of the move before it, or -1. */
  parent: number;
  text: string;
  comment?: string;
  /** A comment that stands before the move. */
  lead?: string;
  /** Numeric annotation glyphs. */
  glyphs?: number[];
}

/** How a game ended that was not over on the board. */
export interface Ending {
  winner: Side | null;
  reason: string;
}

/** A game file. */
export interface Sent {
  /** Its text: TOML. */
  text: string;
}

/** A game file of which games are to be played. */
export interface Trials extends Sent {
  /** The number of the next game: how many have been played. */
  first?: number;
}

/** A game file to be published. */
export interface Publishing extends Sent {
  /** Whether it is listed in the gallery; otherwise only those who have the link find it. */
  public?: boolean;
  /** Who is said to have invented it, where the file does not say. */
  inventor?: string;
  /** The version that it takes the place of, which this browser has published. */
  replaces?: string | null;
  /** What it was made from: the hash of a published game, or the name of one of fairyring's. */
  origin?: string | null;
}

/** A file of another program, or a game file. */
export interface Importing {
  text: string;
  /** The file's name, whose ending says what it is: `.toml` or `.ini`. */
  name: string;
}

/** Why a game is reported. */
export interface Complaint {
  reason: string;
}

/** What the server sends about a game. */
export type Incoming = State | Shown | Course | Hint | Explained | Chat | Present | Compiling | Thinking | Refusal | Alive;

/** What the server sends to a page that shows the open challenges. */
export type LobbyMessage = LobbyState | Refusal | Alive;

/** What the server sends to an analysis board. */
export type Found = Arranged | Look | Foreseen | Thought | Compiling | AnalysisRefusal | Alive;

/** What the page sends about a game. */
export type Outgoing =
  | { type: "move"; ply: number; text: string }
  | { type: "undo" }
  | { type: "resign"; side: Side }
  | { type: "abort" }
  | { type: "offer"; what: What }
  | { type: "accept"; what: What }
  | { type: "decline"; what: What }
  | { type: "say"; text: string }
  | { type: "hurry" }
  | { type: "show"; ply: number }
  | { type: "course"; ply: number; text: string }
  | { type: "hint" }
  | { type: "explain" };

/** What is done to a position that is being set up. */
export type Act =
  | { act: "put"; at: string; letter: string }
  | { act: "take"; at: string }
  | { act: "carry"; start: string; goal: string }
  | { act: "launch"; start: string; goal: string }
  | { act: "pay"; worth: number; start: string; goal: string }
  | { act: "turn"; side: Side }
  | { act: "clear" };

/** What is done to a draft in the workshop. */
export type Change =
  | { act: "set"; path: string[]; value?: any }
  | { act: "board"; value: Record<string, any>; partly?: boolean }
  | { act: "hole"; site: string; mirror?: boolean }
  | { act: "name"; site: string; name: string }
  | { act: "put"; site: string; piece: string; mirror?: boolean }
  | { act: "carry"; start: string; goal: string; mirror?: boolean }
  | { act: "clear" }
  | { act: "paint"; area: "starts" | "far" | "passable" | "goal" | "palace"; side: Side; sites: string[]; on: boolean; mirror?: boolean }
  | { act: "part"; name: string; sites: string[]; on: boolean; mirror?: boolean }
  | { act: "add"; letter: string; piece: Record<string, any> }
  | { act: "without"; letter: string };

/** What an analysis board sends. */
export type Question =
  | { type: "look"; key: number; at: At }
  | { type: "course"; key: number; at: At; text: string }
  | { type: "think"; key: number; at: At; lines?: number; seconds?: number }
  | { type: "rest" }
  | { type: "arrange"; key: number; options?: Record<string, boolean | number | string>; position?: string | null; acts?: Act[] };
