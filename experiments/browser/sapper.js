// sapper for JavaScript: exact analysis and games of Minesweeper by the same code as the program, compiled to WebAssembly.
// `await init()` once; everything else returns at once. Cells are [row, column] from 0.
import {WASI} from '@bjorn3/browser_wasi_shim';

/**
 * @typedef {[number, number]} Cell
 * @typedef {{rows?: number, cols?: number, mines: number, cells: string[], topology?: 'square' | 'torus' | 'hex',
 *   first_click?: string}} Position what a player sees: a text per row, `0` to `8`, `.` hidden, `F` flagged
 * @typedef {{cell: Cell, p_mine: number, win: number, standard_error: number}} Chance
 * @typedef {{rows: number, cols: number, mines: number, topology: string, cells: string[], first_click: string,
 *   status: 'playing' | 'won' | 'lost', exploded: Cell | null, mines_at: Cell[], tries: number}} GameState
 * @typedef {{cell: Cell, is_mine: boolean, by: 'given' | 'rules' | 'numbers' | 'mine_count',
 *   size: 'smallest' | 'minimal' | 'reduced', component: number | null, numbers: Cell[], argument: string[], words: string}} Proof
 * @typedef {Record<string, any> & {p_mine: (number | null)[][], safe: Cell[], mine: Cell[], components: any[],
 *   moves: Record<string, any>, solutions: string | null, log10_solutions: number}} Analysis sapper-analysis/1
 */

/** What is wrong with the input, in a sentence; `index` is the number (row-major) of the cell it is about, where there is one. */
export class SapperError extends Error {
  /** @param {string} message @param {number | null} [index] */
  constructor(message, index = null) {
    super(message);
    this.name = 'SapperError';
    this.index = index;
  }
}

/** @type {WebAssembly.Module | undefined} */
let module;
/** @type {any} */
let exported;
// How many instances there were: what an instance knew of configs and games is lost with it.
let generation = 0;

/**
 * Loads the engine.
 * @param {WebAssembly.Module | BufferSource | string | URL} [source] by default sapper.wasm beside this file
 */
export async function init(source) {
  if (module && source === undefined) return;
  module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesOf(source));
  exported = undefined;
}

/** @param {BufferSource | string | URL | undefined} source @returns {Promise<BufferSource>} */
async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const url = new URL(source ?? './sapper.wasm', import.meta.url);
  if (url.protocol !== 'file:') return (await fetch(url)).arrayBuffer();
  const files = await import(/* @vite-ignore */ 'node:' + 'fs/promises');
  return files.readFile(url);
}

/** The engine, made anew after a failure. @returns {any} */
function engine() {
  if (exported) return exported;
  if (!module) throw new SapperError('the engine is not loaded; expected `await init()` before');
  const wasi = new WASI([], [], []);
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
    sapper: {
      fail: (/** @type {number} */ at, /** @type {number} */ size) => {
        const told = JSON.parse(textAt(instance.exports.memory, at, size));
        throw new SapperError(told.error, told.index ?? null);
      },
      // Texts of replays that are not UTF-8 (stand_ins/iconv.cpp).
      decode: (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ encoding, /** @type {number} */ out, /** @type {number} */ room) => {
        const {buffer} = /** @type {any} */ (instance.exports.memory);
        const text = new TextDecoder(encoding === 0 ? 'gb18030' : 'windows-1252').decode(new Uint8Array(buffer, at, size));
        // Bytes that Windows-1252 leaves undefined are decoded as control characters.
        const bytes = new TextEncoder().encode(text.replace(/[\x80-\x9f]/g, '\ufffd')).subarray(0, room);
        new Uint8Array(buffer, out, bytes.length).set(bytes);
        return bytes.length;
      },
    },
  });
  wasi.initialize(/** @type {any} */ (instance));
  exported = instance.exports;
  ++generation;
  return exported;
}

/** @param {any} memory @param {number} at @param {number} size */
function textAt(memory, at, size) {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, at, size));
}

/** @param {string} name @param {string | Uint8Array} input @param {...number} values @returns {any} */
function call(name, input, ...values) {
  const current = engine();
  try {
    const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
    const at = current.sapper_input(bytes.length);
    new Uint8Array(current.memory.buffer, at, bytes.length).set(bytes);
    current['sapper_' + name](...values);
    return JSON.parse(textAt(current.memory, current.sapper_result(), current.sapper_result_size()));
  } catch (error) {
    exported = undefined;
    if (error instanceof SapperError) throw error;
    throw new SapperError('the position is too large for this page, or the engine failed: ' + error);
  }
}

/** @param {unknown} value @param {string} what */
function textOf(value, what) {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null)
    throw new SapperError(`expected ${what} as an object or a text, not ${String(value)}`);
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new SapperError(`${what} is not valid JSON: ${error}`);
  }
}
/** Rows and columns may be left out: the cells tell. @param {any} position */
function positionText(position) {
  if (!Array.isArray(position?.cells)) return textOf(position, 'a position');
  return textOf({rows: position.cells.length, cols: position.cells[0]?.length ?? 0, ...position}, 'a position');
}
/** @param {Cell} cell @returns {[number, number]} */
function numbersOf(cell) {
  if (!Array.isArray(cell) || cell.length !== 2 || !cell.every((part) => Number.isInteger(part) && Math.abs(part) < 2 ** 31))
    throw new SapperError('a cell is two whole numbers, [row, column] from 0');
  return [cell[0], cell[1]];
}

/** WebAssembly would wrap other numbers. @param {number} value @param {string} what @returns {number} */
function wholeNumber(value, what) {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 31) throw new SapperError(`${what} is not a whole number from 0 to 2^31 - 1: ${value}`);
  return value;
}

/**
 * Reads a file as the program does: a position (text, or JSON lines), or a board (a map, a list of mines, MBF, JSON lines of
 * `sapper boards`), which has a `layout` in place of `cells`: a text per row, `*` a mine.
 * @param {Uint8Array | ArrayBuffer | string} content
 * @param {{rows?: number, cols?: number, number?: number}} [options] number: which of several, from 1; rows, cols: of the
 *   board, for lists of mines, which do not say it
 * @returns {{rows: number, cols: number, mines: number, topology: string, first_click: string, cells?: string[],
 *   layout?: string[], first?: Cell | null}}
 */
export function read(content, {rows = 0, cols = 0, number = 1} = {}) {
  return call('read', bytesOrText(content), wholeNumber(rows, 'rows'), wholeNumber(cols, 'cols'), wholeNumber(number, 'number'));
}

/** @param {unknown} content */
function bytesOrText(content) {
  if (typeof content === 'string') return content;
  if (content instanceof Uint8Array) return content;
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  throw new SapperError("expected a file's content as bytes or text");
}

/** P(mine) of every cell, null where shown. @param {Position | string} position @returns {(number | null)[][]} */
export function posterior(position) {
  return call('posterior', positionText(position));
}

/** The posterior computed some times over, and not returned: for measuring. @param {Position | string} position @param {number} times */
export function repeat(position, times) {
  call('repeat', positionText(position), wholeNumber(times, 'times'));
}

/**
 * The exact analysis, as `sapper analyze --json` prints it.
 * @param {Position | string} position @param {{moves?: boolean}} [options] moves: whether strategies are asked, which takes
 *   most of the time
 * @returns {Analysis}
 */
export function analyze(position, options = {}) {
  return call('analyze', positionText(position), options.moves === false ? 0 : 1);
}

/** Why a cell is certain: the fewest numbers that prove it; null if it is not. @param {Position | string} position @param {Cell} cell @returns {Proof | null} */
export function explain(position, cell) {
  return call('explain', positionText(position), ...numbersOf(cell));
}

/** The outcomes of a dig, number by number; null for a shown cell or a certain mine. @param {Position | string} position @param {Cell} cell @returns {any} */
export function whatIf(position, cell) {
  return call('what_if', positionText(position), ...numbersOf(cell));
}

/**
 * The chance to win after each candidate's dig: exact where few layouts are left (`exact`; then there is one value),
 * elsewhere estimated by play-outs on ever more sampled layouts, of which each value holds all so far. `candidates` counts
 * the cells that may be dug; of more than a dozen only the most promising are played. Only one position at a time.
 * @param {Position | string} position @param {number} [layouts] in each step
 * @returns {Generator<{layouts: number, exact: boolean, candidates: number, digs: Chance[]}, void, void>}
 */
export function* chances(position, layouts = 25) {
  if (wholeNumber(layouts, 'layouts') === 0) throw new SapperError('layouts must be at least 1');
  call('chances', positionText(position));
  for (const started = generation; started === generation; ) {
    const value = call('chances_more', '', layouts);
    yield value;
    if (value.exact) return;
  }
}

/** Strategies, first-click rules, topologies, ways to open, motions and levels. @returns {Record<string, any[]>} */
export function list() {
  return call('list', '');
}

/** @type {{text: string, generation: number}} */
let currentConfig = {text: '', generation: -1};

/** The cases and strategies of a config. @param {object | string} config @returns {{name: string, cases: string[], strategies: string[]}} */
export function describe(config) {
  const text = textOf(config, 'a config');
  currentConfig = {text: '', generation: -1};
  const described = call('config', text);
  currentConfig = {text, generation};
  return described;
}

/** @param {string} text */
function useConfig(text) {
  engine();
  if (currentConfig.text !== text || currentConfig.generation !== generation) describe(text);
}

/**
 * A game of an experiment, played by one of its strategies (or all): `sapper run --replay`, sapper-replay/1.
 * @param {object | string} config @param {number} caseNumber @param {number} game @param {string} [strategy]
 * @returns {any}
 */
export function replay(config, caseNumber, game, strategy = '') {
  useConfig(textOf(config, 'a config'));
  return call('replay', String(strategy), wholeNumber(caseNumber, "the case's number"), game);
}

/** A file as sapper_recordings takes it. @param {Uint8Array | ArrayBuffer | string} content @param {string} name */
function fileOf(content, name) {
  const head = new TextEncoder().encode(String(name).replaceAll('\n', ' ') + '\n');
  const given = bytesOrText(content), bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  const file = new Uint8Array(head.length + bytes.length);
  file.set(head);
  file.set(bytes, head.length);
  return file;
}

/**
 * The games of a replay: .avf, .evf, .rmv, .mvf, .rawvf, .evfs, or sapper's own.
 * @param {Uint8Array | ArrayBuffer | string} content @param {string} [name] of the file; its ending matters for some formats
 * @returns {{file: string, player: string, digs: number}[]}
 */
export function recordings(content, name = 'replay') {
  return call('recordings', fileOf(content, name));
}

/**
 * Judges every dig of a game of a replay, as `sapper review` does: its `review` is sapper-review/1, and the rest the game
 * itself (sapper-replay/1), whose judged digs hold the judgement too. Takes seconds.
 * @param {Uint8Array | ArrayBuffer | string} content @param {string} [name]
 * @param {{game?: number, effort?: number, layouts?: number}} [options] game: of a collection, from 0
 * @returns {any}
 */
export function review(content, name = 'replay', {game = 0, effort = 4, layouts = 400} = {}) {
  recordings(content, name);
  return call('review', '', wholeNumber(game, 'game'), wholeNumber(effort, 'effort'), wholeNumber(layouts, 'layouts'));
}

/** A game for a person to play: game `game` of a case of a config has the same mines as in the program. */
export class Game {
  /** @param {object | string} config @param {number} [caseNumber] @param {number} [game] */
  constructor(config, caseNumber = 0, game = 0) {
    this.config = textOf(config, 'a config');
    this.caseNumber = wholeNumber(caseNumber, "the case's number");
    this.number = game;
    /** @type {Cell[]} */
    this.digs = [];
    /** @type {GameState} */
    this.state = this.restart();
  }

  /** @returns {GameState} */
  restart() {
    useConfig(this.config);
    playing = this;
    playingGeneration = generation;
    let state = call('game', '', this.caseNumber, this.number);
    for (const cell of this.digs) state = call('dig', '', ...cell);
    return state;
  }

  /** Digs a cell; no effect on a shown one. @param {number} row @param {number} col @returns {GameState} */
  dig(row, col) {
    const cell = numbersOf([row, col]);
    engine();
    if (playing !== this || playingGeneration !== generation) this.restart();
    this.state = call('dig', '', ...cell);
    this.digs.push(cell);
    return this.state;
  }
}
/** @type {Game | undefined} the game that the engine holds */
let playing;
let playingGeneration = -1;
