// The tab for playing, with hints, and a look back after the game.
import {boardIn, cellName, engineText, kMostDrawn, kMostNodes, make, numberOf} from './board.js';
import {cellOf, options} from './analyse.js';
import {graphOf, positionOn} from './graphs.js';
import {penrose} from './penrose.js';
import {replayView} from './games.js';
import {shapeOf} from './replay_view.js';
import {numberText, t} from './texts.js';

/** @param {[string, any][]} controls */
const labelled = (controls) => controls.map(([key, each]) => make('label', {}, t(key), each));

/** The address of a game that was played: its board (`4x3/5` of 4 layers of 3 rows), rules and seed, and the digs as numbers of cells. @param {any} config @param {number[][]} digs */
export function linkOf({seed, boards: [{rows, cols, layers, mines, topology, layout = ''}], first_click: {rule, cell = ''}, reveal, motion}, digs) {
  return '#g=' + [layers ? `${layers}x${rows}` : rows, cols, mines, topology, layout, rule, cell, reveal, motion, seed, digs.map(([r, c]) => r * cols + c).join('.')].join('/');
}
/** @param {string} address @returns {{config: any, digs: number[][]} | null} */
export function gameOf(address) {
  const parts = /^#g=(?:(\d{1,4})x)?(\d{1,4})\/(\d{1,4})\/(\d{1,8})\/(\w+)\/(\w*)\/(\w+)\/(\w*)\/(\w+)\/(\w+)\/(\d{1,10})\/([\d.]*)$/.exec(address);
  if (!parts) return null;
  const [, layers, , , , topology, layout, rule, cell, reveal, motion] = parts;
  const [rows, cols, mines, seed] = [parts[2], parts[3], parts[4], parts[11]].map(Number), numbers = parts[12].split('.').filter(Boolean).map(Number);
  const board = {rows, cols, ...(layers ? {layers: Number(layers)} : {}), mines, topology, ...(layout ? {layout} : {})}, count = cellCount(board);
  if (count > kMostDrawn || numbers.some((number) => number >= count)) return null;
  return {config: configOf(board, seed, {rule, ...(cell ? {cell} : {})}, reveal, motion),
    digs: numbers.map((number) => [Math.floor(number / cols), number % cols])};
}
/** @param {any} board of rows and columns */
const cellCount = ({rows, cols, layers = 1}) => layers * rows * cols;
/** @param {any} board @param {number} seed @param {any} first_click @param {string} reveal @param {string} motion */
const configOf = (board, seed, first_click, reveal, motion) =>
  ({schema: 'sapper-config/1', name: 'page', seed, games: 1, boards: [board], first_click, reveal, motion, strategies: ['min_risk']});

// What games on lattices and graphs lack: a first-click rule.
export const kNotOnLattices = ['safe_corners'];

/** Of the hidden cells. @param {(number | null)[][]} risks */
export function lowestOf(risks) {
  let lowest = 1;
  for (const row of risks) for (const p of row) if (p !== null && p < lowest) lowest = p;
  return lowest;
}

export class PlayTab {
  /** @type {any} the game as the engine told it last */
  state = null;
  /** @type {{cell: number[], before: any, after: any}[]} */
  digs = [];
  /** @type {any} */
  config = null;
  /** @type {any} what the current hint is about */
  hinted = null;
  hintStep = 0;
  isDigging = false;
  /** @type {{drawing: string, sees: number[][]} | null} of the board, if it is a lattice or a graph */
  shape = null;
  /** @type {Map<string, import('./graphs.js').GraphFile>} a wheel of Penrose's rhombs, and those of the files that were opened, by their names */
  graphs = new Map([['penrose.json', penrose(4)]]);
  /** @type {import('./graphs.js').GraphFile | null} of the game */
  graph = null;
  /** What a hint marks. */
  marks = {};
  /** @type {number[] | null} on a graph, the cell that the pointer or the focus was on last */
  pointed = null;
  /** @type {any} of the game that is over */
  replay = null;

  /** @param {HTMLElement} element @param {import('./client.js').Engine} engine @param {any} lists @param {any} page */
  constructor(element, engine, lists, page) {
    this.engine = engine;
    this.page = page;
    this.lists = lists;
    /** @type {Set<string>} */
    this.flags = new Set();
    const input = (/** @type {number} */ value) => make('input', {type: 'number', min: 1, value});
    this.level = make('select', {onchange: () => this.takeLevel()}, ...options([...lists.levels, {name: 'own'}], 'level', 'Beginner'));
    this.rows = input(9);
    this.cols = input(9);
    this.layers = input(4);
    this.mines = input(10);
    for (const each of [this.rows, this.cols, this.mines]) each.addEventListener('input', () => (this.level.value = 'own'));
    this.topology = make('select', {onchange: () => this.takeTopology()},
      ...options([...lists.topologies, ...lists.lattices], 'topology'), make('option', {value: 'file:penrose.json', 'data-graph': 'penrose.json'}, t('penrose')));
    this.graphFile = make('input', {type: 'file', accept: '.json', onchange: async () => {
      const [file] = this.graphFile.files;
      if (file) await this.openGraph(await file.text(), file.name);
    }});
    this.layersLabel = make('label', {hidden: true}, t('layers'), this.layers);
    this.lacks = make('p', {class: 'soft', hidden: true}, t('latticeLacks'));
    this.rule = make('select', {}, ...options(lists.first_clicks, 'rule', 'opening'));
    this.reveal = make('select', {}, ...options(lists.reveals, 'reveal'));
    this.motion = make('select', {}, ...options(lists.motions, 'motion'));
    this.layout = make('select', {}, make('option', {value: ''}, t('anyBoard')), make('option', {value: 'no_guess'}, t('noGuess')));
    this.flagging = make('button', {'aria-pressed': 'false', onclick: () =>
      this.flagging.setAttribute('aria-pressed', String(this.flagging.getAttribute('aria-pressed') !== 'true'))}, t('flag'));
    this.hintButton = make('button', {onclick: () => this.hint()}, t('hint'));
    this.told = make('p', {'aria-live': 'polite'});
    this.counts = make('p', {});
    this.boardPart = make('div', {});
    /** Which a graph has not. */
    this.sides = labelled([['level', this.level], ['rows', this.rows], ['columns', this.cols]]);
    element.append(make('form', {class: 'controls', onsubmit: (/** @type {any} */ event) => {
      event.preventDefault();
      this.start();
    }}, ...this.sides, ...labelled([['mines', this.mines]]), this.layersLabel,
      make('details', {open: innerWidth > 600}, make('summary', {}, t('rules')), make('div', {class: 'controls'}, ...labelled([['topology', this.topology],
        ['firstClickShort', this.rule], ['openings', this.reveal], ['minesAre', this.motion], ['board', this.layout], ['graphFile', this.graphFile]])), this.lacks),
      make('button', {}, t('newGame'))),
      make('div', {class: 'controls'}, this.flagging, this.hintButton, this.counts),
      make('div', {class: 'columns'}, this.boardPart, make('div', {class: 'told'}, this.told)));
    this.board = this.makeBoard();
    this.reviewButton = make('button', {hidden: true, onclick: () => this.replay && page.reviewReplay(this.replay)}, t('reviewThis'));
    this.linkButton = make('button', {hidden: true, onclick: () => page.copyLink(linkOf(this.config, this.digs.map(({cell}) => cell)))}, t('linkToGame'));
    this.told.after(this.reviewButton, ' ', this.linkButton);
    this.review = replayView(element, page);
  }

  /** After cells have other names. */
  redraw() {
    if (this.state) this.draw();
    if (this.replay) this.review.draw();
  }

  makeBoard() {
    return boardIn(this.boardPart, {
      label: t('gameKeys'),
      onPress: (cell, button) => this.press(cell, button === 2 || this.flagging.getAttribute('aria-pressed') === 'true'),
      onKey: (key, cell) => {
        if (key === ' ' || key === 'Enter' || key === 'd') this.press(cell, false);
        else if (key === 'f' || key === 'F') this.press(cell, true);
        else if (key === 'h') this.hint();
        else if (key === 'n') this.start();
        else return false;
        return true;
      },
      ...(this.config?.boards[0].layers || this.graph ? {nameOf: (/** @type {number} */ row, /** @type {number} */ col) => cellName(shapeOf(this.state).cellAt(row, col))} : {}),
      ...(this.graph ? {onHover: (/** @type {number[] | null} */ cell) => cell && this.point(cell), onFocus: (/** @type {number[]} */ cell) => this.point(cell)} : {}),
    }, this.shape?.drawing);
  }

  /** On a graph the cells are marked that the cell sees which was pointed at last. @param {number[]} cell */
  point(cell) {
    if (String(cell) === String(this.pointed) || !this.graph) return;
    this.pointed = cell;
    this.draw(this.marks);
  }

  /** @param {string} topology @returns {any} its row of the engine's list, if it is a lattice */
  latticeOf(topology) {
    return this.lists.lattices.find((/** @type {any} */ {name}) => name === topology);
  }

  /** The name of the graph that is chosen; undefined: none is. @returns {string | undefined} */
  graphName() {
    return this.topology.selectedOptions[0]?.dataset.graph;
  }

  /** What lattices and graphs lack cannot be chosen there; layers are for those that have them. */
  takeTopology() {
    const lattice = this.latticeOf(this.topology.value), graph = this.graphs.get(this.graphName() ?? ''), isGraph = graph !== undefined, isLacking = lattice !== undefined || isGraph;
    if (graph) [this.mines.value, this.level.value] = [Math.round(0.15 * graph.sees.length), 'own'];
    this.layersLabel.hidden = !lattice?.layered;
    for (const label of this.sides) label.hidden = isGraph;
    for (const option of this.rule.options) option.disabled = isLacking && kNotOnLattices.includes(option.value);
    if (this.rule.selectedOptions[0]?.disabled) this.rule.value = 'opening';
    this.lacks.hidden = !isLacking;
  }

  /** A game on a graph of a file. @param {string} text @param {string} name of the file */
  async openGraph(text, name) {
    try {
      const graph = graphOf(text), known = [...this.topology.options].find((/** @type {any} */ option) => option.dataset.graph === name);
      this.graphs.set(name, graph);
      if (!known) this.topology.append(make('option', {value: 'file:' + name, 'data-graph': name}, name));
      this.topology.value = 'file:' + name;
      this.takeTopology();
      await this.start();
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
  }

  takeLevel() {
    const level = this.lists.levels.find((/** @type {any} */ each) => each.name === this.level.value);
    if (level) [this.rows.value, this.cols.value, this.mines.value] = [level.rows, level.cols, level.mines];
  }

  async start() {
    const name = this.graphName(), graph = name !== undefined && this.graphs.get(name);
    const board = graph ? {graph: name, mines: Number(this.mines.value), ...(this.layout.value ? {layout: this.layout.value} : {})} : {rows: Number(this.rows.value), cols: Number(this.cols.value), ...(this.layersLabel.hidden ? {} : {layers: Number(this.layers.value)}),
      mines: Number(this.mines.value), topology: this.topology.value, ...(this.layout.value ? {layout: this.layout.value} : {})};
    if (!graph && cellCount(board) > kMostDrawn) return this.page.tell(t('boardAtMost', {most: numberText(kMostDrawn)}), true);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    // Boards without a guess are drawn for the first cell that the player digs; the config's is the rule's usual one.
    const config = configOf(board, seed, {rule: this.rule.value, ...(this.layout.value ? {} : {cell: 'strategy'})}, this.reveal.value, this.motion.value);
    await this.begin(graph ? {...config, files: {[/** @type {string} */ (name)]: graph}} : config);
  }

  /** A game of an address, dug as it was. @param {{config: any, digs: number[][]}} game */
  async open({config, digs}) {
    const [{rows, cols, layers, mines, topology, layout}] = config.boards;
    this.level.value = 'own';
    for (const [input, value] of [[this.rows, rows], [this.cols, cols], [this.layers, layers ?? rows], [this.mines, mines], [this.topology, topology], [this.rule, config.first_click.rule],
      [this.reveal, config.reveal], [this.motion, config.motion], [this.layout, layout ?? '']]) input.value = value;
    this.takeTopology();
    if (await this.begin(config)) for (const cell of digs) if (this.state.cells[cell[0]][cell[1]] === '.') await this.press(cell, false);
  }

  /** Whether the config is one. @param {any} config */
  async begin(config) {
    const [board] = config.boards, lattice = this.latticeOf(board.topology);
    if (lattice?.layered) board.layers ??= board.rows;
    if (lattice && cellCount(board) > kMostNodes) return this.refuse(t('boardAtMost', {most: numberText(kMostNodes)}));
    this.page.tell('');
    try {
      const state = await this.page.work(this.engine.call('startGame', config, 0)), shape = await this.engine.call('shape', config, 0);
      const isOther = shape?.drawing !== this.shape?.drawing || (board.graph === undefined) !== (this.graph === null);
      this.config = config;
      this.shape = shape;
      this.graph = config.files?.[board.graph] ?? null;
      if (isOther) this.board = this.makeBoard();
      this.flags.clear();
      this.pointed = null;
      this.marks = {};
      this.digs = [];
      this.hintStep = 0;
      this.review.element.hidden = this.reviewButton.hidden = this.linkButton.hidden = true;
      this.replay = null;
      this.take(state);
      this.told.textContent = t('newGameTold');
      return true;
    } catch (/** @type {any} */ error) {
      return this.refuse(engineText(error.message));
    }
  }

  /** @param {string} why @returns {boolean} that no game begins */
  refuse(why) {
    this.page.tell(why, true);
    return false;
  }

  /** @param {any} state */
  take(state) {
    this.state = state;
    for (const name of this.flags) {
      const [r, c] = name.split(',').map(Number);
      if (state.cells[r][c] !== '.') this.flags.delete(name);
    }
    this.marks = {};
    this.draw();
    this.counts.textContent = t('minesLeft', {count: state.mines - this.flags.size});
    this.hintButton.disabled = state.status !== 'playing';
  }

  flagged() {
    return this.state.cells.map((/** @type {string} */ row, /** @type {number} */ r) =>
      [...row].map((sign, c) => (sign === '.' && this.flags.has(`${r},${c}`) ? 'F' : sign)).join(''));
  }

  draw(more = {}) {
    const isOver = this.state.status !== 'playing';
    this.marks = more;
    this.board.draw({cells: this.flagged(), topology: this.state.topology, mines: isOver ? this.state.mines_at : [], exploded: this.state.exploded,
      ...(this.pointed ? {region: this.neighbors(this.pointed)} : {}), ...more});
  }

  /** @param {number[]} cell @param {boolean} flags */
  async press(cell, flags) {
    if (!this.state || this.state.status !== 'playing' || this.isDigging) return;
    const [r, c] = cell, name = `${r},${c}`, sign = this.state.cells[r][c];
    if (sign === '.' && flags) {
      if (!this.flags.delete(name)) this.flags.add(name);
      return this.take(this.state);
    }
    let cells = [cell];
    if (sign !== '.') {
      // A chord: as many flags around as the number says.
      const around = this.neighbors(cell).filter((/** @type {number[]} */ [i, k]) => this.state.cells[i][k] === '.');
      cells = around.filter((/** @type {number[]} */ each) => !this.flags.has(String(each)));
      if (numberOf(sign) !== around.length - cells.length || cells.length === 0) return;
    } else if (this.flags.has(name)) return;
    this.isDigging = true;
    try {
      for (const each of cells) {
        if (this.state.status !== 'playing' || this.state.cells[each[0]][each[1]] !== '.') continue;
        const before = this.state, state = await this.page.work(this.engine.call('dig', each, this.config, this.digs.map((dig) => dig.cell)));
        this.digs.push({cell: each, before, after: state});
        this.hintStep = 0;
        this.take(state);
      }
      const {tries, status} = this.state;
      this.told.textContent = status === 'won' ? t('won') : status === 'lost' ? t('lostAt', {cell: this.nameOf(this.state.exploded)})
        : this.digs.length === cells.length && this.layout.value ? t('layoutsDrawn', {count: tries}) : '';
      if (status !== 'playing') await this.lookBack();
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
    this.isDigging = false;
  }

  /** @param {number[]} cell @returns {number[][]} */
  neighbors([row, col]) {
    const {cols} = this.state;
    return this.shape ? this.shape.sees[row * cols + col].map((number) => [Math.floor(number / cols), number % cols]) : this.page.neighbors([row, col], this.state);
  }

  /** @param {number[]} place */
  nameOf([row, col]) {
    return cellName(shapeOf(this.state).cellAt(row, col));
  }

  /** As the engine takes it. @param {any} state */
  positionOf({rows, cols, layers, mines, topology, cells, first_click}) {
    return this.graph ? positionOn(this.graph, cells[0], mines) : {rows, cols, layers, mines, topology, cells, first_click};
  }

  /** Three steps: where to look, why, and the cell. */
  async hint() {
    const {state} = this;
    if (state?.status !== 'playing') return;
    if (state.cells.every((/** @type {string} */ row) => /^\.*$/.test(row))) return (this.told.textContent = t('nothingShown'));
    try {
      if (this.hintStep === 0) {
        const position = this.positionOf(this.state), analysis = await this.page.work(this.engine.call('analyze', position));
        const {placeOf} = shapeOf(this.state), risks = this.graph ? [analysis.p_mine] : this.state.layers ? analysis.p_mine.flat() : analysis.p_mine, lowest = lowestOf(risks), isSafe = analysis.safe.length > 0;
        const moves = analysis.moves ?? {}, adviser = moves.expert ?? Object.values(moves)[0] ?? {cell: cellOf(risks, lowest), p_mine: lowest};
        const cell = isSafe ? placeOf(analysis.safe[0]) : adviser.cell;
        const proof = isSafe && !this.shape ? await this.page.work(this.engine.call('explain', position, cell)) : null;
        const components = analysis.components.map((/** @type {any} */ component) => component.cells.map(placeOf));
        if (state !== this.state) return;  // another dig was made meanwhile
        const component = components.find((/** @type {number[][]} */ cells) => cells.some((at) => String(at) === String(cell)));
        this.hinted = {cell, proof, region: component ?? this.neighbors(cell), why: proof
          ? engineText(proof.words + '.')
          : isSafe ? t('certainlyFree') : t('noneCertain', {why: adviser.why ? engineText(adviser.why) : t('lowestRisk'), p: adviser.p_mine.toFixed(4)}), isSafe};
      }
      const {cell, proof, region, why, isSafe} = this.hinted;
      this.hintStep = Math.min(this.hintStep + 1, 3);
      this.told.textContent = this.hintStep === 1 ? t(isSafe ? 'someSafe' : 'bestInDotted')
        : this.hintStep === 2 ? why : proof ? engineText(proof.argument.join(' ')) : t(isSafe ? 'isSafe' : 'isBestGuess', {cell: this.nameOf(cell)});
      this.draw({region: this.hintStep === 1 ? region : [], proof: this.hintStep > 1 && proof ? proof.numbers : [], hinted: this.hintStep === 3 ? cell : null});
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
  }

  /** The game as a replay, with the exact risk of each dig beside the lowest that was possible. */
  async lookBack() {
    const {rows, cols, layers, mines, topology, status, exploded, mines_at} = this.state, shape = shapeOf(this.state), {graph} = this.config.boards[0];
    const cellAt = (/** @type {number[]} */ [row, col]) => shape.cellAt(row, col);
    /** @type {any[]} */
    const digs = [];
    const isMoving = this.motion.value === 'moving';
    let missed = 0, total = 0;
    for (const [i, {cell, before, after}] of this.digs.entries()) {
      const shown = [];
      for (let r = 0; r < shape.rows; r++)
        for (let c = 0; c < cols; c++) if (after.cells[r][c] !== '.' && after.cells[r][c] !== before.cells[r][c]) shown.push([cellAt([r, c]), numberOf(after.cells[r][c])].flat());
      const isOpened = !(i === this.digs.length - 1 && status === 'lost');
      const dig = {cell: cellAt(cell), why: i === 0 ? 'first' : 'guess', p_mine: null, opened: isOpened ? shown.length : 0, shown};
      digs.push(dig);
      if (i === 0) continue;
      const risks = await this.page.work(this.engine.call('posterior', this.positionOf(before)));
      const inRows = this.graph ? [risks] : risks, p = inRows[cell[0]][cell[1]], lowest = lowestOf(inRows);
      Object.assign(dig, {why: p === 0 ? 'csp' : 'guess', p_mine: p, risks, lowest_p_mine: lowest, excess_risk: p - lowest});
      if (p > lowest + 1e-9) Object.assign(dig, {mistake: lowest === 0 ? 'a safe cell was passed over' : 'another cell had a lower risk'});
      total += p;
      missed += p > 0 && lowest === 0 ? 1 : 0;
    }
    const {reveal, motion, boards: [{layout = 'random'}]} = this.config;
    this.replay = {schema: 'sapper-replay/1', name: 'page', case: 0, case_name: graph ?? this.level.value, game: 0, seed: this.config.seed, first_click: this.state.first_click, reveal, motion,
      board: graph === undefined ? {rows, cols, ...(layers ? {layers} : {}), mines, topology, layout} : {graph, cells: cols, mines, layout},
      ...(graph === undefined ? {} : {files: this.config.files}), ...(this.shape ? {drawing: this.shape.drawing} : {}), players: [{strategy: t('you'), won: status === 'won',
        end: status === 'won' ? `won after ${digs.length} digs` : `lost at dig ${digs.length}: a mine at ${cellAt(exploded)}`, mines: mines_at.map(cellAt),
        exploded: exploded && cellAt(exploded), digs}]};
    this.reviewButton.hidden = false;
    this.linkButton.hidden = graph !== undefined;  // a file does not fit into an address
    this.review.show(this.replay);
    this.told.textContent += t('ranRisks', {total: total.toFixed(3), moved: isMoving ? t('minesMoved') : ''}) +
      (missed === 0 ? t('nonePassed') : t('timesPassed', {count: missed}));
    // A lost game opens at the dig that lost it, a won one at its worst mistake.
    this.review.go(status === 'lost' ? digs.length - 1 : this.review.worstMistake() ?? 0);
  }
}
