// What the functions of the package take and return: as the schemas in data/schema describe them (sapper-analysis/1,
// sapper-replay/1, sapper-review/1), and what the package adds.

/** [row, column], from 0. */
export type Cell = [number, number];
/** Of a lattice in layers: [layer, row, column], from 0. */
export type LayeredCell = [number, number, number];
/** Of any board; of a graph the cell's number, from 0. */
export type PlacedCell = Cell | LayeredCell | number;
// Written by build.mjs, from data/schema/config.schema.json.
import type {FirstClickRule, Topology} from './names.d.ts';
export type {FirstClickRule, Topology};

/** The name of a lattice (`triangle`), or an object with the name and what is joined. */
export type Lattice = (string & {}) | {name: string; joined?: ('rows' | 'cols' | 'layers')[]};

/**
 * What a player sees: a text per row, `0` to `8`, `.` hidden, `F` flagged; on lattices `a` to `z` stand for 10 to 35, or a row
 * is a list of numbers, null where hidden, and the rows of layers follow one another. A game's state, but on a graph, or a line
 * of a file of positions is one.
 */
export interface Position {
  /** Of each layer. */
  rows?: number;
  cols?: number;
  /** Where a lattice has some. */
  layers?: number;
  mines: number;
  cells: readonly (string | readonly (number | null)[])[];
  topology?: Topology | Lattice;
  first_click?: FirstClickRule;
}

/** On a lattice in layers. */
export type LayeredPosition = Position & {layers: number};

/** A board without rows and columns, as files (`sapper-graph/1`) describe it. */
export interface GraphFile {
  schema?: 'sapper-graph/1';
  /** For each cell the cells whose mines it counts. */
  sees: readonly (readonly number[])[];
  /** What a 0 opens; left out: all that it sees. */
  opens?: readonly (readonly number[])[];
  /** [x, y] of each cell; y points down. */
  places?: readonly (readonly number[])[];
}

/** What a player sees of a graph: the number of each cell, null where hidden. */
export interface GraphPosition extends Omit<GraphFile, 'schema'> {
  mines: number;
  shown: readonly (number | null)[];
}

/** Positions of one board, one after another, row by row: 0 to 8, -1 (HIDDEN), -2 (FLAGGED). */
export interface TypedPosition {
  rows: number;
  cols: number;
  /** Of all, or of each. */
  mines: number | ArrayLike<number>;
  cells: Int8Array | Uint8Array;
  topology?: Topology;
  first_click?: FirstClickRule;
}

/** Of a file: `cells` of a position, `layout` of a board, a text per row, `*` a mine. */
export interface ReadFile {
  rows: number;
  cols: number;
  mines: number;
  /** Not of a graph, whose cells are one row. */
  topology?: Topology | Lattice;
  graph?: GraphFile;
  first_click: FirstClickRule;
  cells?: string[];
  layout?: string[];
  /** Where the board's first dig is. */
  first?: Cell | null;
}

/** [row][column], null where shown; 0 and 1 mean certainty. */
export type Risks = (number | null)[][];

export interface Component<C = Cell> {
  cells: C[];
  /** The shown numbers next to them. */
  constraints: C[];
  solutions: string | null;
  log10_solutions: number;
  width: number;
}

/** One of those that a guess was chosen among. */
export interface Candidate<C = Cell> {
  cell: C;
  p_mine: number;
  value: number;
  standard_error?: number;
}

export interface StrategyMove {
  cell: Cell;
  p_mine: number;
  kind: 'first' | 'rules' | 'csp' | 'pinv' | 'guess';
  why?: string;
  win_probability?: number;
  candidates?: Candidate[];
}

interface AnalysisOf<C, P, M> {
  schema: 'sapper-analysis/1';
  mines: number;
  /** How many layouts there are, in decimal digits; null where that would take seconds. */
  solutions: string | null;
  log10_solutions: number;
  p_mine: P;
  safe: C[];
  mine: C[];
  components: Component<C>[];
  /** By the strategy's name; none on lattices and graphs. */
  moves: Record<string, M>;
}

/** sapper-analysis/1 */
export interface Analysis extends AnalysisOf<Cell, Risks, StrategyMove> {
  rows: number;
  cols: number;
  topology: Topology | Lattice;
}
/** Of a lattice in layers: P(mine) by [layer][row][column]. */
export interface LayeredAnalysis extends AnalysisOf<LayeredCell, Risks[], never> {
  layers: number;
  rows: number;
  cols: number;
  topology: Lattice;
}
/** Of a graph: P(mine) by [cell]. */
export interface GraphAnalysis extends AnalysisOf<number, (number | null)[], never> {
  /** How many. */
  cells: number;
}

/** Why a cell is certain. */
export interface Proof {
  cell: Cell;
  is_mine: boolean;
  by: 'given' | 'rules' | 'numbers' | 'mine_count';
  size: 'smallest' | 'minimal' | 'reduced';
  component: number | null;
  numbers: Cell[];
  argument: string[];
  words: string;
}

/** The outcomes of a dig. */
export interface WhatIf {
  cell: Cell;
  numbers: {number: number; probability: number; p_mine: Risks; safe: Cell[]; mine: Cell[]}[];
}

export interface Chance {
  cell: Cell;
  p_mine: number;
  win: number;
  standard_error: number;
}
export interface Chances {
  layouts: number;
  exact: boolean;
  candidates: number;
  digs: Chance[];
}

export interface Named {
  name: string;
  description: string;
}
export interface Lists {
  strategies: Named[];
  first_clicks: Named[];
  topologies: Named[];
  /** Those that are shipped. */
  lattices: (Named & {layered: boolean})[];
  reveals: Named[];
  motions: Named[];
  levels: {name: string; rows: number; cols: number; mines: number}[];
  /** How the names of people's replays end: `.avf`. */
  replays: string[];
}

export interface Experiment {
  name: string;
  cases: string[];
  strategies: string[];
}

/** Of a board on a lattice or graph. */
export interface Shape {
  /** SVG, with an element of the role `gridcell` for each cell, row by row: its shape and an empty text; null where the lattice has no outlines or the graph no places. */
  drawing: string | null;
  /** For each cell, row by row, the numbers of those that it sees. */
  sees: number[][];
}

/** The rows of layers follow one another, and the cells of a graph are one row, in which exploded and mines_at are too. */
export interface GameState {
  /** Of each layer. */
  rows: number;
  cols: number;
  /** Where a lattice has some. */
  layers?: number;
  mines: number;
  /** Not of a graph. */
  topology?: Topology | Lattice;
  /** The name of a graph's file. */
  graph?: string;
  cells: string[];
  first_click: FirstClickRule;
  status: 'playing' | 'won' | 'lost';
  exploded: Cell | null;
  mines_at: Cell[];
  tries: number;
}

export interface Board {
  /** In layers. */
  layers?: number;
  /** Of graphs their file and number of cells, in place of the sides and the topology. */
  graph?: string;
  cells?: number;
  rows?: number;
  cols?: number;
  mines: number;
  topology?: Topology | Lattice;
  /** Where the cells of a lattice or graph are drawn: the corners of each, or its place. */
  outlines?: number[][][];
  places?: number[][];
  layout?: 'random' | 'given' | 'no_guess' | 'no_guess_repaired' | 'no_guess_walked';
}

export interface ReplayDig {
  cell: PlacedCell;
  /** All cells of a chord. */
  cells?: PlacedCell[];
  stopped_at?: PlacedCell[];
  why: 'first' | 'rules' | 'csp' | 'pinv' | 'guess' | 'certain';
  p_mine: number | null;
  opened: number;
  /** [row, column, number], in layers [layer, row, column, number], of a graph [cell, number] */
  shown: number[][];
  claimed_safe?: boolean;
  belief?: number;
  lowest_p_mine?: number | null;
  excess_risk?: number | null;
  missed_safe?: number;
  mistake?: string;
  position?: Position | {graph: string; mines: number; shown: (number | null)[]};
  /** Of a graph a list; the rows of layers follow one another. */
  risks?: Risks | (number | null)[] | null;
  reason?: string;
  proved_by?: PlacedCell[];
  win_probability?: number;
  candidates?: Candidate<PlacedCell>[];
  /** Of a reviewed game. */
  w_best?: number;
  given_away?: number;
  /** From 0.02, 0.05 and 0.1 given away on. */
  mark?: '?!' | '?' | '??';
}

export interface ReplayPlayer {
  strategy: string;
  won: boolean;
  end: string;
  mines: PlacedCell[];
  exploded: PlacedCell | null;
  digs: ReplayDig[];
  board?: Board;
  first_click?: FirstClickRule;
  first_cell_given?: true;
  reveal?: string;
  motion?: string;
}

/** sapper-replay/1 */
export interface Replay {
  schema: 'sapper-replay/1';
  name: string;
  case: number;
  case_name: string;
  game: number;
  seed: number;
  board: Board;
  first_click: FirstClickRule;
  first_cell_given?: true;
  reveal: string;
  motion: string;
  /** What files of the board's lattice or graph say. */
  files?: {[name: string]: object};
  /** The shapes of the cells on a lattice or graph that has places, as SVG. */
  drawing?: string;
  players: ReplayPlayer[];
}

export interface JudgedDig {
  /** Its number among all digs of the game, from 1. */
  dig: number;
  /** null: the player gave up. */
  cell: PlacedCell | null;
  cells?: PlacedCell[];
  p_mine: number | null;
  lowest_p_mine: number;
  missed_safe: number;
  least_inference?: 'given' | 'one_number' | 'two_numbers' | 'component' | 'mine_count';
  best?: PlacedCell;
  w_best: number;
  w_dig: number;
  w_error: number;
  given_away: number;
  given_away_error: number;
  luck: number;
  exact: boolean;
  /** Every cell that could be dug has the same chance to win; or the first cell was given. */
  forced: boolean;
  /** From 0.02, 0.05 and 0.1 given away on. */
  mark: 'doubtful' | 'bad' | 'very bad' | null;
  claimed_safe?: boolean;
  belief?: number;
}

export interface ClicksMade {
  made: number;
  /** Digs and chords that open nothing, flags that are not the first on a mine. */
  wasted: number;
}

/** Clicks that open a board, and those of its player. */
export interface ReviewedClicks {
  zini: number;
  /** Bounds of the least. */
  least: number | null;
  lower: number;
  upper: number;
  player?: {digs: ClicksMade; flags: ClicksMade; chords: ClicksMade};
}

/** Skill and luck, of a game or of several. */
export interface Rating {
  /** Of the reference players: the board's own, else the one nearest in the chance to win. */
  level: string;
  is_nearest_level: boolean;
  /** Digs after the first that may hit a mine and are not forced, and giving up. */
  decisions: number;
  given_away_per_decision: number | null;
  word: string | null;
  /** Percentiles, with 95 % ranges. */
  skill: number | null;
  skill_low: number | null;
  skill_high: number | null;
  luck_percentile: number;
  luck_percentile_low: number;
  luck_percentile_high: number;
  /** -log10 of the probability to survive, and of the largest that there was. */
  pluck: number;
  least_luck: number;
}

/** sapper-review/1: outcome = w_start - given_away + luck. */
export interface Review extends Rating {
  schema: 'sapper-review/1';
  file: string;
  player: string;
  program: string;
  /** In layers. */
  layers?: number;
  /** Of graphs their file and number of cells, in place of the sides and the topology. */
  graph?: string;
  cells?: number;
  rows?: number;
  cols?: number;
  mines: number;
  topology?: Topology | Lattice;
  first_click: FirstClickRule;
  outcome: 0 | 1;
  gave_up: boolean;
  bv3: number;
  time_s: number | null;
  w_start: number;
  given_away: number;
  given_away_unbiased: number;
  luck: number;
  turns: number;
  unjudged: number;
  wrong_claims: number;
  /** The config and not the player chose the first cell. */
  first_cell_given: boolean;
  /** Of the program, not of the browser. */
  clicks?: ReviewedClicks;
  digs: JudgedDig[];
}

export type ReviewedReplay = Replay & {review: Review};

/** sapper-review-series/1 and the games. */
export interface ReviewSeries {
  schema: 'sapper-review-series/1';
  /** One for each player and level. */
  players: (Rating & {player: string; games: number; steps: SkillStep[]})[];
  games: Review[];
}

/** Some games of a player that follow one another, by their numbers from 1. */
export type SkillStep = Rating & {first: number; last: number};

export interface NimAnswer {
  heaps: number[];
  nim_values: number[];
  nim_sum: number;
  /** null: every move loses against best play. */
  best_move: {heap: number; take: number; leaves: number[]} | null;
}

export interface Cut {
  cut: 'vertical' | 'horizontal';
  /** The column or row before which the tablet is cut. */
  before: number;
  /** Above 0 the cut wins; the absolute value is the number of moves until the end, this one included. */
  value: number;
}
export interface TabletAnswer {
  /** Above 0 the player to move wins. */
  value: number;
  /** Squares left of, right of, above and below the poison: the heaps of Nim that the tablet is. */
  distances: number[];
  nim_sum: number;
  moves: Cut[];
  best_move: Cut | null;
}
