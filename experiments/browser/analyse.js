// The tab that analyses a position.
import {boardIn, cellName, engineText, kMostDrawn, kMostNodes, make, percent} from './board.js';
import {inOneRow, isGraphText, positionOn, withPlaces} from './graphs.js';
import {readPaste} from './paste.js';
import {inLanguage, nameText, numberText, t} from './texts.js';

// What a click does: looks, digs in a board that was loaded, or sets a cell.
const kBrushes = ['', 'dig', '.', 'F', ...'012345678'];
/** @type {Record<string, string>} */
const kBrushTexts = {'': 'look', dig: 'digBrush', '.': 'hiddenBrush', F: 'flagBrush'};

const kExample = {rows: 8, cols: 8, mines: 10, topology: 'square', first_click: 'unprotected',
  cells: ['........', '........', '..3211..', '..10011.', '..1000..', '..21111.', '........', '........']};

/** @param {any[]} rows @param {string} kind of the texts @param {string} [value] */
export function options(rows, kind, value) {
  return rows.map((row) => make('option', {value: row.name, selected: row.name === value, title: inLanguage(row.description ?? '')}, row.name === 'own' ? t('own') : nameText(kind, row.name)));
}

/** Those on which one analyses here. @param {any} lists @returns {any[]} */
export const flatLattices = ({lattices}) => lattices.filter((/** @type {any} */ {layered}) => !layered);

/** A chance in percent, with a decimal. @param {number} p */
const inPercent = (p) => (p > 0 && p < 0.0005 ? '< 0.1 %' : p < 1 && p > 0.9995 ? '> 99.9 %' : (100 * p).toFixed(1) + ' %');

/** The address that holds a position; `#` if it is too large for one, as graphs are. @param {any} position */
export function addressOf(position) {
  if (position.graph || position.rows * position.cols > kMostNodes) return '#';
  const {rows, cols, mines, topology, first_click, cells} = position;
  return '#p=' + [rows, cols, mines, topology, first_click ?? 'unprotected', cells.join('').replace(/\.{3,}/g, (/** @type {string} */ dots) => `(${dots.length})`)].join('/');
}
/** @param {string} address @returns {any} null if it holds none */
export function positionOf(address) {
  let text = '';
  try {
    text = decodeURIComponent(address);
  } catch {
    return null;
  }
  const parts = /^#p=(\d+)\/(\d+)\/(\d+)\/(\w+)\/(\w+)\/([0-9a-z.F()]*)$/.exec(text);
  if (!parts) return null;
  const rows = Number(parts[1]), cols = Number(parts[2]);
  if (rows * cols > kMostNodes || rows < 1 || cols < 1) return null;
  // `(n)` stands for n hidden cells. They are counted before they are written out.
  const pieces = parts[6].match(/\(\d+\)|[0-9a-z.F]/g) ?? [], sizeOf = (/** @type {string} */ piece) => (piece.length > 1 ? Number(piece.slice(1, -1)) : 1);
  if (pieces.join('') !== parts[6] || pieces.reduce((sum, piece) => sum + sizeOf(piece), 0) !== rows * cols) return null;
  const signs = pieces.map((piece) => (piece.length > 1 ? '.'.repeat(sizeOf(piece)) : piece)).join('');
  return {rows, cols, mines: Number(parts[3]), topology: parts[4], first_click: parts[5],
    cells: Array.from({length: rows}, (_, row) => signs.slice(row * cols, (row + 1) * cols))};
}

/** The first cell of this risk. @param {(number | null)[][]} risks @param {number} p */
export function cellOf(risks, p) {
  const row = risks.findIndex((each) => each.includes(p));
  return [row, risks[row].indexOf(p)];
}

export class AnalyseTab {
  /** @param {HTMLElement} element @param {import('./client.js').Engine} engine @param {any} lists @param {any} page */
  constructor(element, engine, lists, page) {
    this.engine = engine;
    this.page = page;
    /** @type {any} */
    this.position = kExample;
    /** @type {any[]} */
    this.undone = [];
    this.round = 0;
    /** @type {any} */
    this.analysis = null;
    /** @type {any} */
    this.proof = null;
    /** @type {string[] | null} of a board that was loaded: a text per row, `*` a mine */
    this.layout = null;
    this.level = make('select', {'aria-label': t('level'), onchange: () => this.takeLevel()}, ...options([...lists.levels, {name: 'own'}], 'level', 'own'));
    this.levels = lists.levels;
    this.lattices = flatLattices(lists);
    /** @type {import('./results.d.ts').Shape | null} of the board, if it is a lattice or a graph */
    this.shape = null;
    /** @type {any} of which board: the graph itself, or what names a lattice and its size */
    this.shapeKey = '';
    const side = (/** @type {string} */ key) => make('input', {type: 'number', min: 1, max: 4096, 'aria-label': t(key), name: key, onchange: () => this.resize()});
    this.rows = side('rows');
    this.cols = side('columns');
    this.mines = make('input', {type: 'number', min: 0, onchange: () => this.resize()});
    this.topology = make('select', {onchange: () => this.takeTopology()}, ...options([...lists.topologies, ...this.lattices], 'topology'),
      make('option', {value: 'graph', hidden: true, disabled: true}, t('ofAFile')));
    this.lacks = make('p', {class: 'soft', hidden: true}, t('latticeRisks'));
    this.rule = make('select', {onchange: () => this.change({first_click: this.rule.value})}, ...options(lists.first_clicks, 'rule'));
    this.brush = '';
    this.painted = '';
    this.safeWhy = '';
    /** @type {number[] | null} the cell of the answer */
    this.best = null;
    /** @type {number[] | null} on a graph, the cell that the pointer or the focus was on last */
    this.pointed = null;
    this.hasMovesOpen = false;
    /** @type {any} the latest chances to win */
    this.chances = null;
    this.brushes = kBrushes.map((sign) => make('button', {'aria-pressed': String(sign === ''), hidden: sign === 'dig', onclick: () => this.setBrush(sign)},
      kBrushTexts[sign] ? t(kBrushTexts[sign]) : sign));
    this.text = make('textarea', {'aria-label': t('positionText'), spellcheck: 'false', placeholder: t('positionExample')});
    this.file = make('input', {type: 'file', 'aria-label': t('positionFile'), onchange: () => this.readFile(this.file.files[0])});
    this.number = make('input', {type: 'number', min: 1, value: 1});
    this.undo = make('button', {onclick: () => this.takeBack()}, t('undo'));
    this.boardPart = make('div', {});
    /** What a pasted text may mean. */
    this.asking = make('div', {class: 'asking', hidden: true, role: 'group', 'aria-label': t('question')});
    this.answer = make('p', {class: 'answer', 'aria-live': 'polite'});
    this.reason = make('p', {});
    this.ranking = make('div', {});
    this.told = make('div', {class: 'told'});
    this.why = make('p', {'aria-live': 'polite'});
    this.hover = make('p', {});
    this.summary = make('p', {});
    this.tables = make('div', {});
    this.told.append(this.answer, this.reason, this.ranking, this.why, this.hover, this.summary, this.tables);
    element.append(
      make('div', {class: 'controls'}, make('label', {}, t('level'), this.level), make('label', {}, t('rows'), this.rows), make('label', {}, t('columns'), this.cols),
        make('label', {}, t('mines'), this.mines), make('button', {onclick: () => this.clear()}, t('emptyBoard')), this.undo,
        make('button', {onclick: () => this.page.copyAddress()}, t('copyLink'))),
      make('div', {class: 'controls', role: 'group', 'aria-label': t('brushes')}, ...this.brushes),
      make('details', {}, make('summary', {}, t('rulesOfBoard')), make('div', {class: 'controls'},
        make('label', {}, t('topology'), this.topology), make('label', {}, t('firstClick'), this.rule)), this.lacks),
      make('details', {}, make('summary', {}, t('pasteOrLoad')), this.text,
        make('div', {class: 'controls'}, make('button', {onclick: () => this.read(this.text.value)}, t('useText')), this.file,
          make('label', {}, t('whichOf'), this.number))),
      this.asking,
      make('div', {class: 'columns'}, this.boardPart, this.told));
    this.board = this.makeBoard();
    this.told.append(make('p', {class: 'on-screen soft'}, t('legend')));
  }

  makeBoard() {
    return boardIn(this.boardPart, {
      label: t('positionKeys'),
      onPress: (cell, button) => this.press(cell, button),
      onDrag: (cell) => this.brush && this.brush !== 'dig' && this.signAt(cell) !== this.painted && this.set(cell, this.painted),
      onWheel: (cell, by) => {
        if (!this.brush || this.brush === 'dig') return false;
        this.set(cell, this.nextSign(cell, by));
        return true;
      },
      onHover: (cell) => this.point(cell),
      onFocus: (cell) => this.position.graph && this.point(cell),
      ...(this.position.graph ? {nameOf: (/** @type {number} */ row, /** @type {number} */ col) => String(col)} : {}),
      onKey: (key, cell) => {
        const sign = /^[0-8.]$/.test(key) || (this.shape && key === '9') ? key : {f: 'F', F: 'F', Delete: '.', Backspace: '.'}[key];
        if (sign) {
          this.set(cell, sign);
          this.board.focus(this.cellAfter(cell, key === 'Backspace' ? -1 : 1), true);
        } else if (key === 'Enter' || key === ' ') this.explain(cell);
        else if (key === 'd' && this.layout) this.dig(cell);
        else if (key === 'u') this.takeBack();
        else if (this.shape && (key === '+' || key === '-')) this.set(cell, this.nextSign(cell, key === '+' ? 1 : -1));
        else return false;
        return true;
      },
    }, this.shape?.drawing ?? undefined);
  }

  /** What a dig would show; on a graph the cells that the cell sees which was pointed at last. @param {number[] | null} cell */
  point(cell) {
    if (!this.position.graph) return this.showOutcomes(cell);
    if (cell === null || String(cell) === String(this.pointed)) return undefined;
    this.pointed = cell;
    return this.draw();
  }

  /** @param {number[]} cell */
  nameOf(cell) {
    return cellName(this.position.graph ? cell[1] : cell);
  }

  /** @param {string} topology */
  isLattice(topology) {
    return this.lattices.some((/** @type {any} */ {name}) => name === topology);
  }

  /** A board that was loaded lies on squares. */
  takeTopology() {
    if (this.isLattice(this.topology.value)) this.setLayout(null);
    const {rows, cols, mines, cells} = kExample;  // in place of a graph, which has no rows
    this.change({topology: this.topology.value, ...(this.position.graph ? {rows, cols, mines, cells: cells.map((row) => '.'.repeat(row.length))} : {})});
  }

  /** @param {number[]} cell @returns {string} */
  signAt([row, col]) {
    return this.position.cells[row][col];
  }

  /** What the wheel and a second click make of a cell. @param {number[]} cell @param {number} by */
  nextSign(cell, by) {
    const [row, col] = cell, most = this.shape?.sees[row * this.position.cols + col].length ?? 8;
    const signs = '.0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, most + 2), at = signs.indexOf(this.signAt(cell).replace('F', '.'));
    return signs[(at + by + signs.length) % signs.length];
  }

  /** The next cell in reading order. @param {number[]} cell @param {number} by */
  cellAfter([row, col], by) {
    const {rows, cols} = this.position, count = rows * cols, at = (row * cols + col + by + count) % count;
    return [Math.floor(at / cols), at % cols];
  }

  /** @param {number[]} cell @param {number} button */
  press(cell, button) {
    const sign = this.signAt(cell);
    if (button === 2) return this.set(cell, sign === 'F' ? '.' : 'F');
    if (button !== 0) return undefined;
    if (this.brush === 'dig') return this.dig(cell);
    if (!this.brush) return this.explain(cell);
    this.painted = sign === this.brush && /[0-8]/.test(sign) ? this.nextSign(cell, 1) : this.brush;
    return this.set(cell, this.painted);
  }

  /** @param {string} sign */
  setBrush(sign) {
    this.brush = sign;
    this.brushes.forEach((button, i) => button.setAttribute('aria-pressed', String(kBrushes[i] === sign)));
  }

  /** @param {number[]} cell @param {string} sign */
  set([row, col], sign) {
    const cells = [...this.position.cells];
    cells[row] = cells[row].slice(0, col) + sign + cells[row].slice(col + 1);
    this.change({cells});
  }

  clear() {
    const {rows, cols} = this.position;
    this.setLayout(null);
    this.change({cells: Array(rows).fill('.'.repeat(cols))});
  }

  takeLevel() {
    const level = this.levels.find((/** @type {any} */ each) => each.name === this.level.value);
    if (!level) return;
    const {rows, cols, mines} = level;
    this.setLayout(null);
    this.change({rows, cols, mines, cells: Array(rows).fill('.'.repeat(cols))});
  }

  /** Rows, columns and mines act together: the board changes once they fit. What is shown in cells that remain stays. */
  resize() {
    const [rows, cols, mines] = [this.rows, this.cols, this.mines].map(({value}) => (value === '' ? NaN : Number(value)));
    const most = this.shape ? kMostNodes : kMostDrawn;
    if (!(rows >= 1 && cols >= 1 && rows * cols <= most && Number.isInteger(rows) && Number.isInteger(cols)))
      return this.page.tell(t('cellsAtMost', {most: numberText(most)}), true);
    if (!(mines >= 0 && mines <= rows * cols && Number.isInteger(mines))) return this.page.tell(t('minesDoNotFit', {mines: this.mines.value || t('no'), rows, cols}), true);
    if (this.position.graph) return this.change({mines});
    const isSame = rows === this.position.rows && cols === this.position.cols;
    if (!isSame) this.setLayout(null);
    this.change({rows, cols, mines, cells: isSame ? this.position.cells : Array.from({length: rows}, (_, row) => (this.position.cells[row] ?? '').slice(0, cols).padEnd(cols, '.'))});
  }

  /** @param {any} changes @param {string} [told] */
  change(changes, told) {
    this.undone.push(this.position);
    // Only what is set on a graph stays there.
    const {graph, ...others} = this.position, isElsewhere = changes.graph === undefined && (changes.topology !== undefined || changes.rows !== undefined);
    this.show({...(isElsewhere ? others : this.position), ...changes}, told);
  }

  takeBack() {
    const before = this.undone.pop();
    if (before) this.show(before);
  }

  /** @param {File | undefined} file */
  async readFile(file) {
    if (file) await this.read(new Uint8Array(await file.arrayBuffer()));
  }

  /** A position or a board as the program reads it, or as people have it (paste.js). @param {string | Uint8Array} content @param {import('./paste.js').Answers} [answers] */
  async read(content, answers) {
    this.asking.hidden = true;
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content.slice(0, 2 ** 22));
    if (isGraphText(text)) return this.page.openGraph(text, 'graph.json');
    const linked = text.includes('#p=') ? positionOf('#' + text.trim().split('#').pop()) : null;
    if (linked) return this.change(linked, t('ofLink'));
    // The formats of the program begin with a word or a brace, or are maps or lists of mines.
    const lines = text.split('\n').filter((line) => line.trim() && !/^\s*#\s/.test(line)), first = lines[0] ?? '';
    const isOwn = /^\s*(\{|mines \d|topology |first_click )/.test(first) || /[\0-\x08\x0e-\x1f]/.test(text.slice(0, 1000)) || lines.every((line) => /^\s*\d+\s*,\s*\d+\s*$/.test(line)) || /^[*.\s]*\*[*.\s]*$/.test(lines.join('\n'));
    /** @type {import('./paste.js').Reading} */
    let reading = isOwn ? {} : readPaste(text, answers);
    try {
      if (isOwn)
        try {
          return await this.take(content, '');
        } catch (error) {
          if (/^\s*\{/.test(text)) throw error;
          reading = readPaste(text, answers);
          if (reading.error) throw error;
        }
      if (reading.question) return this.ask(reading.question, content, answers ?? {});
      if (reading.position) {
        const {graph, first_click} = this.position, topology = graph ? 'square' : this.position.topology;
        this.setLayout(null);
        return this.change({topology, first_click, ...reading.position}, reading.understood + t('stop'));
      }
      if (reading.board) return await this.take(reading.board, reading.understood + t('stop'));
      // The engine may know what this is.
      await this.take(content, '').catch(() => {
        throw new Error(reading.error);
      });
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
  }

  /** Shows what the engine reads. @param {string | Uint8Array} content @param {string} told */
  async take(content, told) {
    const {layout, first, graph, ...position} = await this.engine.call('read', content, {rows: Number(this.rows.value), cols: Number(this.cols.value), number: Number(this.number.value)});
    if (position.rows * position.cols > kMostDrawn)
      throw new Error(t('drawnAtMost', {cells: position.rows * position.cols, most: kMostDrawn}));
    this.setLayout(layout ?? null);
    this.change({...position, ...(graph ? {graph: withPlaces(graph), topology: 'graph'} : {}), cells: position.cells ?? layout.map((/** @type {string} */ row) => '.'.repeat(row.length))}, told);
    if (first) this.dig(first);
  }

  /** @param {import('./paste.js').Question} question @param {string | Uint8Array} content @param {import('./paste.js').Answers} answers */
  ask({question, choices = [], needsCount, rows, cols}, content, answers) {
    this.page.tell('');
    const level = this.levels.find((/** @type {any} */ each) => each.rows === rows && each.cols === cols);
    const count = make('input', {type: 'number', min: 0, 'aria-label': t('mines'), value: level?.mines ?? ''});
    const use = () => count.value !== '' && this.read(content, {...answers, mines: Number(count.value)});
    count.addEventListener('keydown', (/** @type {any} */ event) => event.key === 'Enter' && use());
    this.asking.replaceChildren(make('p', {}, question), make('div', {class: 'controls'},
      ...(needsCount ? [count, make('button', {onclick: use}, t('useCount'))] : choices.map((choice) => make('button', {onclick: () => this.read(content, choice.answers)}, choice.label)))));
    this.asking.hidden = false;
    this.asking.querySelector('input, button')?.focus();
  }

  /** @param {string[] | null} layout */
  setLayout(layout) {
    this.layout = layout;
    this.brushes[kBrushes.indexOf('dig')].hidden = !layout;
    this.setBrush(layout ? 'dig' : this.brush === 'dig' ? '' : this.brush);
  }

  /** A cell of the board that was loaded; openings spread. @param {number[]} cell */
  dig(cell) {
    if (!this.layout) return;
    const {layout} = this, signs = this.position.cells.map((/** @type {string} */ row) => [...row]), queue = [cell];
    if (layout[cell[0]]?.[cell[1]] === '*') return this.page.tell(t('isMine', {cell: this.nameOf(cell)}), true);
    while (queue.length) {
      const [r, c] = /** @type {number[]} */ (queue.pop());
      if (!'.F'.includes(signs[r][c])) continue;
      signs[r][c] = layout[r][c];
      if (layout[r][c] === '0') queue.push(...this.page.neighbors([r, c], this.position));
    }
    this.change({cells: signs.map((/** @type {string[]} */ row) => row.join(''))});
  }

  /** @param {any} position @param {string} [told] @param {boolean} [isWrong] whether that is a fault */
  async show(position, told = '', isWrong = false) {
    this.position = position;
    this.safeWhy = '';
    this.analysis = this.proof = this.chances = this.best = this.pointed = null;
    this.asking.hidden = true;
    this.page.tell(told, isWrong);
    const level = this.levels.find((/** @type {any} */ each) => each.rows === position.rows && each.cols === position.cols && each.mines === position.mines);
    this.level.value = level?.name ?? 'own';
    for (const [input, value] of [[this.rows, position.rows], [this.cols, position.cols], [this.mines, position.mines],
      [this.topology, position.topology], [this.rule, position.first_click]]) input.value = value;
    for (const input of [this.level, this.rows, this.cols]) input.parentElement.hidden = Boolean(position.graph);
    this.undo.disabled = this.undone.length === 0;
    this.page.setAddress(addressOf(position));
    const round = ++this.round;
    if ((this.shape || position.graph || this.isLattice(position.topology)) && !(await this.useShape(position, round))) return;
    for (const part of [this.answer, this.reason, this.ranking, this.why, this.hover, this.tables, this.summary]) part.replaceChildren();
    this.draw();
    try {
      const {graph, cells, mines} = position;
      const quick = await this.page.work(this.engine.call('analyze', graph ? positionOn(graph, cells[0], mines) : position, {moves: false}));
      if (round !== this.round) return;
      this.analysis = graph ? inOneRow(quick) : quick;
      this.summarize();
      this.draw();
      this.tellBest();
      if (this.shape) return;
      const full = await this.page.work(this.engine.call('analyze', position));
      if (round !== this.round) return;
      this.analysis = full;
      this.draw();
      this.listMoves();
      this.tellBest();
      await this.refine(round);
    } catch (/** @type {any} */ error) {
      if (round !== this.round) return;
      this.page.tell(engineText(error.message), true);
      if (error.index !== null && error.index !== undefined)
        this.draw({wrong: [Math.floor(error.index / position.cols), error.index % position.cols]});
    }
  }

  /** Whether the position is still the one to show, on a board of its shape. @param {any} position @param {number} round */
  async useShape({rows, cols, topology, graph}, round) {
    const isOnLattice = Boolean(graph) || this.isLattice(topology);
    if (isOnLattice && rows * cols > kMostNodes) {
      this.page.tell(t('cellsAtMost', {most: numberText(kMostNodes)}), true);
      return false;
    }
    const key = graph ?? (isOnLattice ? [topology, rows, cols].join() : '');
    if (key === this.shapeKey) return true;
    const config = graph ? {boards: [{graph: 'graph.json', mines: 0}], files: {'graph.json': graph}} : {boards: [{rows, cols, mines: 0, topology}]};
    const shape = isOnLattice ? await this.engine.call('shape', config) : null;
    if (round !== this.round) return false;
    this.shape = shape;
    this.shapeKey = key;
    this.board = this.makeBoard();
    this.rule.disabled = isOnLattice;
    this.lacks.hidden = !isOnLattice;
    return true;
  }

  draw(more = {}) {
    const letters = new Map();
    for (const [name, move] of Object.entries(this.analysis?.moves ?? {}))
      if (name !== 'random') letters.set(String(/** @type {any} */ (move).cell), [letters.get(String(/** @type {any} */ (move).cell)), name].filter(Boolean).join(', '));
    this.board.draw({cells: this.position.cells, topology: this.position.topology, risks: this.analysis?.p_mine ?? null,
      components: this.analysis?.components.map((/** @type {any} */ component) => component.cells), letters,
      ...(this.pointed ? {region: this.shape?.sees[this.pointed[1]].map((seen) => [0, seen])} : {}), proof: this.proof?.numbers ?? [], dug: this.proof?.cell ?? null, hinted: this.analysis ? this.best : null, ...more});
  }

  summarize() {
    const {solutions, log10_solutions, safe, mine, components} = this.analysis;
    const count = solutions !== null && solutions.length < 16 ? numberText(Number(solutions)) : `10^${log10_solutions.toFixed(2)}`;
    this.summary.textContent = t('layoutsAndCertain', {count, n: solutions === '1' ? 1 : 2, safe: safe.length, mine: mine.length, components: components.length}) +
      (this.layout ? t('staysHidden') : '');
  }

  /** The strategies' moves, behind the answer. Chances to win are in the ranking alone. */
  listMoves() {
    const body = make('tbody', {});
    for (const [name, move] of /** @type {[string, any][]} */ (Object.entries(this.analysis.moves)))
      body.append(make('tr', {}, make('td', {}, name), make('td', {}, cellName(move.cell)), make('td', {class: 'number'}, inPercent(move.p_mine)),
        make('td', {}, move.p_mine === 0 ? t('certainlySafe') : move.why ? engineText(move.why) : t('aGuess'))));
    if (!body.childElementCount) return;
    this.tables.replaceChildren(make('details', {open: this.hasMovesOpen, ontoggle: (/** @type {any} */ event) => (this.hasMovesOpen = event.target.open)},
      make('summary', {}, t('everyStrategy')), make('table', {}, make('thead', {}, make('tr', {},
        ...['strategy', 'cell', 'pMineHead', 'why'].map((key) => make('th', {scope: 'col'}, t(key))))), body)));
  }

  /** The one line: what to dig, its risk, the chance to win, and why in plain words. */
  tellBest() {
    const {safe, mine, p_mine, moves} = this.analysis, digs = [...(this.chances?.digs ?? [])].sort((a, b) => b.win - a.win);
    let hidden = 0, lowest = 1;
    for (const row of p_mine)
      for (const p of row)
        if (p !== null) {
          hidden += 1;
          lowest = Math.min(lowest, p);
        }
    if (hidden === mine.length) return this.say(t('allMines'), '');
    const win = digs[0] && this.chances.layouts > 0 ? digs[0] : null;
    const {exact} = this.chances ?? {};
    const odds = win === null ? '' : exact && win.win === 1 ? t('certainlyWon') : t('toWin', {percent: percent(exact ? win.win : Math.min(Math.max(win.win, 0.0001), 0.9999))});
    if (safe.length > 0) {
      const [cell] = safe, more = safe.length > 1 ? t('safeOthers', {count: safe.length - 1}) : '';
      this.mark(cell);
      return this.say(t('digSafe', {cell: this.nameOf(cell), odds}), (this.safeWhy ?? '') + more);
    }
    const adviser = moves?.expert ?? Object.values(moves ?? {})[0] ?? (this.shape && {cell: cellOf(p_mine, lowest), p_mine: lowest});
    if (!win && !adviser) return this.say('', t('choosing'));
    const {cell, p_mine: risk} = win ?? adviser, lowestCell = cellOf(p_mine, lowest);
    this.mark(cell);
    return this.say(t('digRisk', {cell: this.nameOf(cell), percent: percent(risk), odds}), this.reasonFor(win, digs, risk, lowest, lowestCell));
  }

  /** Frames the cell of the answer. @param {number[]} cell */
  mark(cell) {
    if (String(this.best) === String(cell)) return;
    this.best = cell;
    this.draw();
  }

  /** @param {any} win @param {any[]} digs @param {number} risk @param {number} lowest @param {number[]} lowestCell */
  reasonFor(win, digs, risk, lowest, lowestCell) {
    if (!win) return t('noneSafe');
    const isLowest = risk <= lowest + 1e-9, {exact, layouts} = this.chances, others = digs.slice(1);
    const alike = others.filter((dig) => exact ? dig.win === win.win : win.win - dig.win < 2 * Math.hypot(dig.standard_error, win.standard_error));
    const named = alike.slice(0, 3).map((dig) => cellName(dig.cell)).join(t('comma')), cells = alike.length > 3 ? t('andOthers', {cells: named}) : named;
    return t('noneSafe') + (isLowest ? t('lowestRiskAnd') : t('lowerElsewhere', {cell: cellName(lowestCell), percent: percent(lowest)})) +
      (exact ? t('winsMostExact', {layouts}) : t('winsMost')) + (alike.length ? t(exact ? 'asGood' : 'asGoodWithin', {cells, count: alike.length}) : '');
  }

  /** Only what has changed is written, as screen readers read it out. @param {string} line @param {string} reason */
  say(line, reason) {
    if (this.answer.textContent !== line) this.answer.textContent = line;
    if (this.reason.textContent !== reason) this.reason.textContent = reason;
  }

  /** Plays the candidates out until the chances are precise, another position is shown, or the engine is stopped. @param {number} round */
  async refine(round) {
    const isCurrent = () => round === this.round, {position} = this;
    try {
      if (this.analysis.safe.length > 0) {
        const proof = await this.engine.call('explain', position, this.analysis.safe[0]).catch(() => null);
        if (!isCurrent()) return;
        this.safeWhy = proof ? engineText(proof.words[0].toUpperCase() + proof.words.slice(1) + '.') : '';
        this.tellBest();
      }
      // Steps are short, so that what a dig would show is not kept waiting.
      const number = await this.engine.call('startChances', position, Math.max(2, Math.min(25, Math.round(12_000 / (position.rows * position.cols)))));
      while (isCurrent()) {
        const value = await this.engine.call('moreChances', number);
        if (!isCurrent() || !value) return;
        this.chances = value;
        this.tellBest();
        this.rank();
        const best = Math.max(...value.digs.map((/** @type {any} */ dig) => dig.win));
        const isPrecise = value.digs.every((/** @type {any} */ dig) => dig.standard_error < 0.004 || dig.win + 4 * dig.standard_error < best);
        if (value.exact || value.digs.length === 0 || value.layouts >= 4000 || (value.layouts >= 400 && isPrecise)) break;
      }
    } catch (/** @type {any} */ error) {
      if (isCurrent() && error.message !== t('stopped')) this.reason.textContent += t('noChances', {error: engineText(error.message)});
    }
  }

  /** All candidates, best first. A cell has one estimate. */
  rank() {
    const {digs, exact, layouts, candidates} = this.chances;
    if (digs.length === 0 || this.analysis.safe.length > 0) return this.ranking.replaceChildren();
    const sorted = [...digs].sort((a, b) => b.win - a.win || a.p_mine - b.p_mine), [best] = sorted;
    const rows = sorted.map((dig) => make('tr', {}, make('td', {}, make('button', {class: 'cell', onclick: () => this.explain(dig.cell)}, cellName(dig.cell))),
      make('td', {class: 'number'}, inPercent(dig.p_mine)), make('td', {class: 'number'}, inPercent(Math.min(Math.max(dig.win, 0), 1)) + (exact ? '' : ` ± ${(196 * dig.standard_error).toFixed(1)}`)),
      make('td', {class: 'number'}, dig === best ? t('best') : (100 * (best.win - dig.win)).toFixed(1))));
    const by = t(exact ? 'overLayouts' : 'ofSampled', {layouts});
    const which = digs.length < candidates ? t('mostPromising', {shown: digs.length, count: candidates}) : '';
    const head = make('thead', {}, make('tr', {}, ...['cell', 'pMineHead', 'chanceToWin', 'givesAway'].map((key, i) => make('th', {scope: 'col', class: i ? 'number' : null}, t(key)))));
    const focused = this.ranking.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this.ranking.replaceChildren(make('table', {'aria-live': 'off'}, make('caption', {}, t('candidates'), make('span', {class: 'soft'}, which + by)), head, make('tbody', {}, ...rows)));
    if (focused) [...this.ranking.querySelectorAll('button')].find((button) => button.textContent === focused)?.focus();
  }

  /** After cells have other names. */
  redraw() {
    this.draw();
    if (!this.analysis) return;
    if (this.analysis.moves) this.listMoves();
    this.tellBest();
    if (this.chances) this.rank();
  }

  /** @param {number[]} cell */
  async explain(cell) {
    const round = this.round, p = this.analysis?.p_mine[cell[0]][cell[1]];
    this.proof = null;
    this.draw();
    if (p === null || p === undefined) return this.why.replaceChildren();
    this.why.textContent = t('cellRisk', {cell: this.nameOf(cell), percent: inPercent(p)});
    this.showOutcomes(cell);
    if ((p > 0 && p < 1) || this.shape) return;
    try {
      const proof = await this.page.work(this.engine.call('explain', this.position, cell));
      if (round !== this.round || !proof) return;
      this.proof = proof;
      this.why.textContent = engineText(proof.argument.join(' '));
      this.draw();
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
  }

  /** What a dig would show. Only the last cell that was asked about is answered. @param {number[] | null} cell */
  async showOutcomes(cell) {
    this.asked = cell;
    if (this.isAsking || !cell || !this.analysis || this.shape) return;
    this.isAsking = true;
    try {
      while (this.asked) {
        const asked = this.asked, round = this.round;
        this.asked = null;
        const what = await this.engine.call('whatIf', this.position, asked);
        if (round !== this.round) continue;
        this.hover.textContent = what === null ? '' : t('ifDug', {cell: cellName(asked), outcomes: what.numbers.map((/** @type {any} */ outcome) =>
          t('outcome', {number: outcome.number, percent: percent(outcome.probability), safe: outcome.safe.length})).join(t('comma'))});
      }
    } catch (/** @type {any} */ error) {
      this.hover.textContent = engineText(error.message);
    }
    this.isAsking = false;
  }
}
