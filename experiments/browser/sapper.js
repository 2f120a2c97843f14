// sapper for JavaScript: exact analysis and games of Minesweeper by the same code as the program, compiled to WebAssembly.
// `await init()` once; everything else returns at once. Cells are [row, column] from 0.
import {WASI} from '@bjorn3/browser_wasi_shim';
import {SapperError, moduleOf} from './module_source.js';
export {SapperError};

/** @typedef {import('./module_source.js').ModuleSource} ModuleSource */
/** @typedef {import('./results.d.ts').Cell} Cell */
/** @typedef {import('./results.d.ts').Position} Position */
/** @typedef {import('./results.d.ts').GraphPosition} GraphPosition */
/** @typedef {import('./results.d.ts').TypedPosition} TypedPosition */
/** @typedef {import('./results.d.ts').Chances} Chances */
/** @typedef {import('./results.d.ts').GameState} GameState */
/** @typedef {import('./results.d.ts').Proof} Proof */
/** @typedef {import('./results.d.ts').Analysis} Analysis */
/** @typedef {import('./results.d.ts').LayeredPosition} LayeredPosition */
/** @typedef {import('./results.d.ts').LayeredAnalysis} LayeredAnalysis */
/** @typedef {import('./results.d.ts').GraphAnalysis} GraphAnalysis */
/** @typedef {import('./results.d.ts').PlacedCell} PlacedCell */
/** @typedef {import('./results.d.ts').WhatIf} WhatIf */
/** @typedef {import('./results.d.ts').Replay} Replay */
/** @typedef {import('./results.d.ts').ReviewedReplay} ReviewedReplay */
/** @typedef {import('./results.d.ts').ReviewSeries} ReviewSeries */
/** @typedef {import('./results.d.ts').ReadFile} ReadFile */
/** @typedef {import('./results.d.ts').Lists} Lists */
/** @typedef {import('./results.d.ts').Experiment} Experiment */
/** @typedef {import('./results.d.ts').Shape} Shape */
/** @typedef {import('./results.d.ts').NimAnswer} NimAnswer */
/** @typedef {import('./results.d.ts').TabletAnswer} TabletAnswer */

/** @type {WebAssembly.Module | undefined} */
let module;
/** @type {any} */
let exported;
// How many instances there were: what an instance knew of configs and games is lost with it.
let generation = 0;
/** @type {(done: number, of: number) => void} of the review that is computed */
let onProgress = () => {};

/** Takes this module as the engine. @param {WebAssembly.Module} compiled */
export function use(compiled) {
  module = compiled;
  exported = undefined;
}

/**
 * What loads the engine, where files are read so and sapper.wasm is there by default.
 * @param {(url: URL) => Promise<BufferSource>} read @param {() => URL} wasmUrl @param {() => string | undefined} base
 */
export function initBy(read, wasmUrl, base) {
  /** @type {Promise<WebAssembly.Module> | undefined} */
  let loading;
  /** @param {ModuleSource | WebAssembly.Module | BufferSource | string | URL} [source] @returns {Promise<void>} */
  return async function init(source) {
    if (source !== undefined) return use(await moduleOf(source, read, base()));
    if (module) return;
    try {
      loading ??= moduleOf({url: wasmUrl()}, read);
      use(await loading);
    } finally {
      loading = undefined;
    }
  };
}

/** The engine, made anew after a failure. @returns {any} */
function engine() {
  if (exported) return exported;
  if (!module) throw new SapperError('the engine is not loaded; expected `await init()` before');
  const wasi = new WASI([], [], []);
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
    sapper: {
      progress: (/** @type {number} */ done, /** @type {number} */ of) => onProgress(done, of),
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

/**
 * Calls an exported function after the input was written: a text, bytes, or room for this many bytes, whose address is
 * returned where there is no function. A failure ends the instance.
 * @param {any} current @param {string | Uint8Array | number | null} input @param {string} [name] @param {...number} values @returns {any}
 */
function run(current, input, name, ...values) {
  try {
    let at = 0;
    if (typeof input === 'number') {
      at = current.sapper_input(input);
    } else if (input !== null) {
      const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
      at = current.sapper_input(bytes.length);
      new Uint8Array(current.memory.buffer, at, bytes.length).set(bytes);
    }
    return name === undefined ? at : current['sapper_' + name](...values);
  } catch (error) {
    exported = undefined;
    if (error instanceof SapperError) throw error;
    throw new SapperError('the position is too large for this page, or the engine failed: ' + error);
  }
}

/** @param {string} name @param {string | Uint8Array} input @param {...number} values @returns {any} */
function call(name, input, ...values) {
  const current = engine();
  run(current, input, name, ...values);
  return JSON.parse(textAt(current.memory, current.sapper_result(), current.sapper_result_size()));
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

/** Refuses other members than these. @param {any} value @param {readonly string[]} known @param {string} what */
function checkMembers(value, known, what) {
  if (typeof value !== 'object' || value === null) throw new SapperError(`${what} is not an object: ${String(value)}`);
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new SapperError(`${what} has an unknown member "${key}"; known: ${known.join(', ')}`);
}

// Members that say what the position is; what games, files of positions and analyses say besides may be there too.
const kOfPosition = ['rows', 'cols', 'layers', 'mines', 'cells', 'topology', 'first_click'];
// Those of a position on a graph.
const kOfGraphPosition = ['sees', 'opens', 'places', 'shown', 'mines'];
const kBesides = new Set(['schema', 'id', 'p_mine', 'safe', 'safe_inference', 'mine', 'mine_inference', 'best', 'win_probability', 'value_cells', 'values', 'expert', 'source',
  'status', 'exploded', 'mines_at', 'tries', 'solutions', 'log10_solutions', 'components', 'moves']);

/** @type {any[]} topologies of positions whose cells are checked here */
const kPlanes = ['square', 'torus', 'hex'];

/** What is wrong with a position is said of its members. @param {any} position @returns {any} its own members, all of them */
function checkedPosition(position) {
  const own = position?.sees === undefined ? kOfPosition : kOfGraphPosition;
  checkMembers(position, Array.isArray(position) ? [] : [...own, ...Object.keys(position ?? {}).filter((key) => kBesides.has(key))], 'position');
  if (position.sees !== undefined) return Object.fromEntries(kOfGraphPosition.map((key) => [key, position[key]]));  // the engine checks it
  const {cells, mines, rows = cells?.length, topology = 'square', first_click = 'unprotected'} = position;
  if (!Array.isArray(cells) || cells.length === 0) throw new SapperError('position.cells is not a list of texts, one for each row');
  const {cols = cells[0]?.length} = position;
  wholeNumber(mines, 'position.mines');
  // On a lattice, where the engine says what is wrong with cells. No first-click rule that there is leaves a trace in a position.
  if (!kPlanes.includes(topology)) {
    const {layers} = position;
    return {rows: position.rows ?? rows / (layers ?? 1), cols, layers, mines, topology, cells};
  }
  cells.forEach((row, r) => {
    if (typeof row !== 'string' || row.length === 0) throw new SapperError(`position.cells[${r}] is not a row of cells: ${String(row)}`);
    const wrong = /[^0-8.F]/.exec(row);
    if (wrong) throw new SapperError(`position.cells[${r}] has ${JSON.stringify(wrong[0])} in column ${wrong.index}; a cell is 0 to 8, . (hidden) or F (flagged)`);
    if (row.length !== cols) throw new SapperError(`position.cells[${r}] has ${row.length} cells, but ${position.cols === undefined ? 'cells[0] has' : 'cols is'} ${cols}`);
  });
  if (rows !== cells.length) throw new SapperError(`position.cells has ${cells.length} rows, but rows is ${rows}`);
  return {rows, cols, mines, topology, first_click, cells};
}

/** @param {Position | GraphPosition | string} position */
const positionText = (position) => (typeof position === 'string' ? position : JSON.stringify(checkedPosition(position)));

/** A call about a position. @param {string} name @param {Position | GraphPosition | string} position @param {...number} values */
function callFor(name, position, ...values) {
  const text = positionText(position), made = () => call(name, text, ...values);
  return typeof position === 'string' ? made() : withoutPlaces(made);
}

/** Leaves out of errors where in a text, which the caller has not written, they are. @template T @param {() => T} use @returns {T} */
function withoutPlaces(use) {
  try {
    return use();
  } catch (/** @type {any} */ error) {
    error.message = error.message.replace(/^(\w+):\d+:\d+: /, '$1: ');
    throw error;
  }
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
 * @returns {ReadFile}
 */
export function read(content, options = {}) {
  checkMembers(options, ['rows', 'cols', 'number'], 'options');
  const {rows = 0, cols = 0, number = 1} = options;
  return call('read', bytesOrText(content), wholeNumber(rows, 'rows'), wholeNumber(cols, 'cols'), wholeNumber(number, 'number'));
}

/** @param {unknown} content */
function bytesOrText(content) {
  if (typeof content === 'string') return content;
  if (content instanceof Uint8Array) return content;
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  throw new SapperError("expected a file's content as bytes or text");
}

/** In typed cells: a hidden cell, and a flagged one, which is hidden too. */
export const HIDDEN = -1, FLAGGED = -2;

/**
 * P(mine) of every cell. Of a position with rows of texts: rows of numbers, null where shown; on a graph a list of them. Of typed cells, of one position
 * or of many of one board: an array as long, NaN where shown.
 * @overload
 * @param {TypedPosition} position
 * @param {Float64Array} [out] where the numbers go; without it, a new array
 * @returns {Float64Array}
 */
/**
 * @overload
 * @param {GraphPosition} position
 * @returns {(number | null)[]}
 */
/**
 * @overload
 * @param {Position | string} position
 * @returns {(number | null)[][]}
 */
/** @param {any} position @param {Float64Array} [out] @returns {any} */
export function posterior(position, out) {
  if (ArrayBuffer.isView(position?.cells)) return typedPosterior(position, out);
  if (typeof position === 'string') return call('posterior', position);
  const checked = checkedPosition(position), {rows, cols, mines, topology, cells} = checked;
  if (checked.sees !== undefined || !kPlanes.includes(topology)) return callFor('posterior', position);
  const signs = new Int8Array(rows * cols);
  for (let row = 0, at = 0; row < rows; row++)
    for (let col = 0; col < cols; col++, at++) {
      const code = cells[row].charCodeAt(col);
      signs[at] = code === 46 ? HIDDEN : code === 70 ? FLAGGED : code - 48;
    }
  const risks = risksOf(checked, Int32Array.of(mines), signs, 1);
  if (typeof risks === 'number') return callFor('posterior', position);  // which finds the words
  return Array.from({length: rows}, (_, row) => Array.from(risks.subarray(row * cols, (row + 1) * cols), (p) => (p === p ? p : null)));
}

/** The board that the engine holds for typed cells. */
let typedBoard = {key: '', generation: -1};

/**
 * The numbers, valid until the next call, or which position is impossible.
 * @param {{rows: number, cols: number, topology: string, first_click: string}} board @param {Int32Array} mines
 * @param {Int8Array} cells @param {number} count
 */
function risksOf({rows, cols, topology, first_click}, mines, cells, count) {
  const key = `${rows} ${cols} ${topology} ${first_click}`, current = engine();
  if (typedBoard.key !== key || typedBoard.generation !== generation) {
    typedBoard.key = '';
    withoutPlaces(() => run(current, JSON.stringify({rows, cols, topology, first_click}), 'board'));
    typedBoard = {key, generation};
  }
  const size = count * rows * cols, at = run(current, 4 * count + size);
  const input = new Uint8Array(current.memory.buffer, at, 4 * count + size);
  input.set(new Uint8Array(mines.buffer, mines.byteOffset, 4 * count));
  input.set(new Uint8Array(cells.buffer, cells.byteOffset, size), 4 * count);
  const done = run(current, null, 'posteriors', count);
  return done < count ? Number(done) : new Float64Array(current.memory.buffer, current.sapper_numbers(), size);
}

/** @param {TypedPosition} position @param {Float64Array} [out] */
function typedPosterior(position, out) {
  checkMembers(position, kOfPosition, 'position');
  const {rows, cols, mines, cells, topology = 'square', first_click = 'unprotected'} = position;
  if (!(cells instanceof Int8Array || cells instanceof Uint8Array)) throw new SapperError('position.cells is not an Int8Array (0 to 8, -1 hidden, -2 flagged), nor a list of rows');
  const size = wholeNumber(rows, 'position.rows') * wholeNumber(cols, 'position.cols'), count = cells.length / size;
  if (!(count >= 1) || !Number.isInteger(count)) throw new SapperError(`position.cells has ${cells.length} cells; expected rows x cols, ${size}, or a multiple`);
  const counts = typeof mines === 'number' ? new Int32Array(count).fill(wholeNumber(mines, 'position.mines'))
    : Int32Array.from(mines ?? [], (each, i) => wholeNumber(each, `position.mines[${i}]`));
  if (counts.length !== count) throw new SapperError(`position.mines has ${counts.length} counts for ${count} position${count === 1 ? '' : 's'}`);
  if (out !== undefined && !(out instanceof Float64Array && out.length === cells.length)) throw new SapperError(`out is not a Float64Array of ${cells.length} numbers`);
  const signs = new Int8Array(cells.buffer, cells.byteOffset, cells.length), risks = risksOf({rows, cols, topology, first_click}, counts, signs, count);
  if (typeof risks === 'number') throw impossible({rows, cols, topology, first_click}, counts[risks], signs.subarray(risks * size, (risks + 1) * size), risks, count);
  if (!out) return risks.slice();
  out.set(risks);
  return out;
}

/** Why a position of typed cells is impossible. @param {any} board @param {number} mines @param {Int8Array} cells @param {number} number @param {number} count */
function impossible(board, mines, cells, number, count) {
  const which = count > 1 ? `position ${number}: ` : '', wrong = cells.findIndex((sign) => sign < FLAGGED || sign > 8);
  if (wrong >= 0) return new SapperError(`${which}cell ${wrong} is ${cells[wrong]}; a cell is 0 to 8, -1 (hidden) or -2 (flagged)`, wrong);
  const signs = Array.from(cells, (sign) => (sign === HIDDEN ? '.' : sign === FLAGGED ? 'F' : String(sign))).join('');
  const rows = Array.from({length: board.rows}, (_, row) => signs.slice(row * board.cols, (row + 1) * board.cols));
  try {
    callFor('posterior', {...board, mines, cells: rows});
  } catch (/** @type {any} */ error) {
    return new SapperError(which + error.message, error.index);
  }
  return new SapperError(which + 'no layout of mines is consistent with this position');
}

/** The posterior computed some times over, and not returned: for measuring. @param {Position | string} position @param {number} times */
export function repeat(position, times) {
  callFor('repeat', position, wholeNumber(times, 'times'));
}

/**
 * The exact analysis, as `sapper analyze --json` prints it: of squares and hexagons, of a lattice, of one in layers, of a graph.
 * @template {Position | LayeredPosition | GraphPosition | string} P
 * @param {P} position @param {{moves?: boolean}} [options] moves: whether strategies are asked, which takes
 *   most of the time
 * @returns {P extends GraphPosition ? GraphAnalysis : P extends LayeredPosition ? LayeredAnalysis : Analysis}
 */
export function analyze(position, options = {}) {
  checkMembers(options, ['moves'], 'options');
  return callFor('analyze', position, options.moves === false ? 0 : 1);
}

/** Why a cell is certain: the fewest numbers that prove it; null if it is not. @param {Position | string} position @param {Cell} cell @returns {Proof | null} */
export function explain(position, cell) {
  return callFor('explain', position, ...numbersOf(cell));
}

/** The outcomes of a dig, number by number; null for a shown cell or a certain mine. @param {Position | string} position @param {Cell} cell @returns {WhatIf | null} */
export function whatIf(position, cell) {
  return callFor('what_if', position, ...numbersOf(cell));
}

/**
 * The chance to win after each candidate's dig: exact where few layouts are left (`exact`; then there is one value),
 * elsewhere estimated by play-outs on ever more sampled layouts, of which each value holds all so far. `candidates` counts
 * the cells that may be dug; of more than a dozen only the most promising are played. Only one position at a time.
 * @param {Position | string} position @param {number} [layouts] in each step
 * @returns {Generator<Chances, void, void>}
 */
export function chances(position, layouts = 25) {
  if (wholeNumber(layouts, 'layouts') === 0) throw new SapperError('layouts is not at least 1: 0');
  callFor('chances', position);
  return moreChances(layouts, generation, ++chancesBegun);
}

// How many times chances() was called: the engine holds the play-outs of the last call.
let chancesBegun = 0;

/** @param {number} layouts @param {number} started @param {number} number @returns {Generator<Chances, void, void>} */
function* moreChances(layouts, started, number) {
  while (started === generation && exported && number === chancesBegun) {
    /** @type {Chances} */
    const value = call('chances_more', '', layouts);
    yield value;
    if (value.exact) return;
  }
}

/** Strategies, first-click rules, topologies, lattices, ways to open, motions and levels. @returns {Lists} */
export function list() {
  return call('list', '');
}

/** @type {{text: string, generation: number}} */
let currentConfig = {text: '', generation: -1};

/** The cases and strategies of a config. @param {object | string} config @returns {Experiment} */
export function describe(config) {
  const text = textOf(config, 'a config');
  currentConfig = {text: '', generation: -1};
  const described = call('config', text);
  currentConfig = {text, generation};
  return described;
}

/** How the board of a case is drawn, and which cells each sees, if it is a lattice; else null. @param {object | string} config @param {number} [caseNumber] @returns {Shape | null} */
export function shape(config, caseNumber = 0) {
  useConfig(textOf(config, 'a config'));
  return call('shape', '', wholeNumber(caseNumber, "the case's number"));
}

/** @param {string} text */
function useConfig(text) {
  engine();
  if (currentConfig.text !== text || currentConfig.generation !== generation) describe(text);
}

/**
 * A game of an experiment, played by one of its strategies (or all): `sapper run --replay`, sapper-replay/1.
 * @param {object | string} config @param {number} caseNumber @param {number} game @param {string} [strategy]
 * @returns {Replay}
 */
export function replay(config, caseNumber, game, strategy = '') {
  useConfig(textOf(config, 'a config'));
  return call('replay', String(strategy), wholeNumber(caseNumber, "the case's number"), gameNumber(game));
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
 * The games of a replay of people's (`list().replays` says how their names end) or sapper's own.
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
 * @param {{game?: number, effort?: number, layouts?: number, first_click?: string, onProgress?: (done: number, of: number) => void}} [options]
 *   game: of a collection, from 0; effort: 0 to 4, of the strategy that chooses the best cell; layouts: per comparison;
 *   first_click: the rule of the game, where its file does not say it; onProgress: called after each dig
 * @returns {ReviewedReplay}
 */
export function review(content, name = 'replay', options = {}) {
  checkMembers(options, ['game', 'effort', 'layouts', 'first_click', 'onProgress'], 'options');
  const {game = 0, effort = 4, layouts = 400, first_click = '', onProgress: progress = () => {}} = options;
  recordings(content, name);
  onProgress = progress;
  try {
    return call('review', String(first_click), wholeNumber(game, 'game'), wholeNumber(effort, 'effort'), wholeNumber(layouts, 'layouts'));
  } finally {
    onProgress = () => {};
  }
}

/**
 * Judges the first game of each of these files, or the game that it names, in this order, as `sapper review --series` does:
 * the games, each as review() gives it, and the skill of each player on each level over time.
 * @param {{content: Uint8Array | ArrayBuffer | string, name?: string, game?: number}[]} files
 * @param {{effort?: number, layouts?: number, first_click?: string, onProgress?: (done: number, of: number) => void}} [options]
 *   those of review(); onProgress: called after each game
 * @returns {ReviewSeries}
 */
export function reviewSeries(files, options = {}) {
  checkMembers(options, ['effort', 'layouts', 'first_click', 'onProgress'], 'options');
  const {onProgress: progress = () => {}, ...same} = options;
  call('series', '');
  const games = files.map(({content, name, game = 0}, i) => {
    const {review: reviewed} = review(content, name, {...same, game});
    progress(i + 1, files.length);
    return reviewed;
  });
  return {...call('series', ''), games};
}

/**
 * Nim, or another game of heaps: who wins, by which move, and the nim-values that prove it.
 * @param {{heaps: number[], most?: number}} position most: how many objects may be taken at a time
 * @returns {NimAnswer}
 */
export function nim(position) {
  return heapGame('nim', position, ['heaps', 'most']);
}

/**
 * The poisoned tablet: its value, and that of every cut.
 * @param {{cols: number, rows: number, poison_col: number, poison_row: number}} position
 * @returns {TabletAnswer}
 */
export function tablet(position) {
  return heapGame('tablet', position, ['cols', 'rows', 'poison_col', 'poison_row']);
}

/** @param {string} name @param {any} position @param {string[]} known */
function heapGame(name, position, known) {
  checkMembers(position, known, name);
  return withoutPlaces(() => call(name, JSON.stringify(position)));
}

/** @param {number} game */
function gameNumber(game) {
  if (!Number.isSafeInteger(game) || game < 0) throw new SapperError(`game is not a whole number from 0 to 2^53 - 1: ${game}`);
  return game;
}

/** A game for a person to play: game `game` of a case of a config has the same mines as in the program. */
export class Game {
  /** @param {object | string} config @param {number} [caseNumber] @param {number} [game] */
  constructor(config, caseNumber = 0, game = 0) {
    this.config = textOf(config, 'a config');
    this.caseNumber = wholeNumber(caseNumber, "the case's number");
    this.number = gameNumber(game);
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
