// The tab that analyses a position.
import {Board, kMostDrawn, kMostNodes, make, percent} from './board.js';

// What a click does: looks, digs in a board that was loaded, or sets a cell.
const kBrushes = ['', 'dig', '.', 'F', ...'012345678'];

const kExample = {rows: 8, cols: 8, mines: 10, topology: 'square', first_click: 'unprotected',
  cells: ['........', '........', '..3211..', '..10011.', '..1000..', '..21111.', '........', '........']};

/** @param {any[]} rows @param {string} [value] */
export function options(rows, value) {
  return rows.map((row) => make('option', {value: row.name, selected: row.name === value, title: row.description ?? ''}, row.name));
}

/** @param {number[]} cell */
const nameOf = (cell) => cell.join(',');

/** The address that holds a position; `#` if it is too large for one. @param {any} position */
export function addressOf(position) {
  if (position.rows * position.cols > kMostNodes) return '#';
  const {rows, cols, mines, topology, first_click, cells} = position;
  return '#p=' + [rows, cols, mines, topology, first_click ?? 'unprotected', cells.join('').replace(/\.{3,}/g, (/** @type {string} */ dots) => `(${dots.length})`)].join('/');
}
/** @param {string} address */
export function positionOf(address) {
  const parts = /^#p=(\d+)\/(\d+)\/(\d+)\/(\w+)\/(\w+)\/([0-8.F()0-9]*)$/.exec(decodeURIComponent(address));
  if (!parts) return null;
  const rows = Number(parts[1]), cols = Number(parts[2]);
  if (rows * cols > kMostNodes || rows < 1 || cols < 1) return null;
  const signs = parts[6].replace(/\((\d+)\)/g, (_, count) => '.'.repeat(Math.min(Number(count), kMostNodes)));
  if (signs.length !== rows * cols) return null;
  return {rows, cols, mines: Number(parts[3]), topology: parts[4], first_click: parts[5],
    cells: Array.from({length: rows}, (_, row) => signs.slice(row * cols, (row + 1) * cols))};
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
    this.rows = make('input', {type: 'number', min: 1, max: 4096, 'aria-label': 'rows'});
    this.cols = make('input', {type: 'number', min: 1, max: 4096, 'aria-label': 'columns'});
    this.mines = make('input', {type: 'number', min: 0, onchange: () => this.change({mines: Number(this.mines.value)})});
    this.topology = make('select', {onchange: () => this.change({topology: this.topology.value})}, ...options(lists.topologies));
    this.rule = make('select', {onchange: () => this.change({first_click: this.rule.value})}, ...options(lists.first_clicks));
    this.brush = '';
    this.brushes = kBrushes.map((sign) => make('button', {'aria-pressed': String(sign === ''), hidden: sign === 'dig', onclick: () => this.setBrush(sign)},
      sign === '' ? 'look' : sign === '.' ? 'hidden' : sign === 'F' ? 'flag' : sign));
    this.text = make('textarea', {'aria-label': 'a position as text, JSON or rows', spellcheck: 'false',
      placeholder: 'mines 2\n.1.1.\n.1.1.\n\nor a line of JSON; or only rows, with the mine count above; or a board: a map of * and ., or row,col of each mine'});
    this.file = make('input', {type: 'file', 'aria-label': 'a file of positions or boards', onchange: () => this.readFile(this.file.files[0])});
    this.number = make('input', {type: 'number', min: 1, value: 1});
    this.undo = make('button', {onclick: () => this.takeBack()}, 'Undo');
    const boardPart = make('div', {});
    this.told = make('div', {class: 'told'});
    this.why = make('p', {'aria-live': 'polite'});
    this.hover = make('p', {});
    this.summary = make('p', {});
    this.tables = make('div', {});
    this.chances = make('div', {});
    this.told.append(this.summary, this.why, this.hover, this.tables, this.chances);
    element.append(
      make('div', {class: 'controls'}, make('label', {}, 'rows', this.rows), make('label', {}, 'columns', this.cols),
        make('button', {onclick: () => this.clear()}, 'Empty board'), make('label', {}, 'mines', this.mines),
        make('label', {}, 'topology', this.topology), make('label', {}, 'first-click rule', this.rule), this.undo,
        make('button', {onclick: () => this.page.copyAddress()}, 'Copy link')),
      make('div', {class: 'controls', role: 'group', 'aria-label': 'what a click sets'}, ...this.brushes),
      make('details', {}, make('summary', {}, 'Paste or load a position or a board'), this.text,
        make('div', {class: 'controls'}, make('button', {onclick: () => this.read(this.text.value)}, 'Use this text'), this.file,
          make('label', {}, 'which of several', this.number))),
      make('div', {class: 'columns'}, boardPart, this.told));
    this.board = new Board(boardPart, {
      label: 'the position: arrow keys move, 0 to 8, . and F set a cell',
      onPress: (cell, button) => (this.brush === 'dig' && button === 0 ? this.dig(cell) : this.brush && button === 0 ? this.set(cell, this.brush) : this.explain(cell)),
      onHover: (cell) => this.showOutcomes(cell),
      onKey: (key, cell) => {
        const sign = /^[0-8.]$/.test(key) ? key : {f: 'F', F: 'F', Delete: '.', Backspace: '.'}[key];
        if (sign) this.set(cell, sign);
        else if (key === 'Enter' || key === ' ') this.explain(cell);
        else if (key === 'd' && this.layout) this.dig(cell);
        else if (key === 'u') this.takeBack();
        else return false;
        return true;
      },
    });
    this.told.append(make('p', {class: 'on-screen soft'}, 'Numbers in hidden cells are P(mine) in percent; ○ certainly safe, ● certainly a mine; outlines are components; ◆ strategies\' moves. Click a cell to learn why.'));
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
    const rows = Number(this.rows.value), cols = Number(this.cols.value);
    if (!(rows >= 1 && cols >= 1 && rows * cols <= kMostDrawn))
      return this.page.tell(`A board here has at most ${kMostDrawn.toLocaleString('en')} cells; the program takes larger ones.`, true);
    this.setLayout(null);
    this.change({rows, cols, cells: Array(rows).fill('.'.repeat(cols)), mines: Math.min(this.position.mines, rows * cols)});
  }

  /** @param {any} changes */
  change(changes) {
    this.undone.push(this.position);
    this.show({...this.position, ...changes});
  }

  takeBack() {
    const before = this.undone.pop();
    if (before) this.show(before);
  }

  /** @param {File | undefined} file */
  async readFile(file) {
    if (file) await this.read(new Uint8Array(await file.arrayBuffer()));
  }

  /** A position or a board as the program reads it, or rows alone. @param {string | Uint8Array} content */
  async read(content) {
    const text = typeof content === 'string' ? content : new TextDecoder('latin1').decode(content.slice(0, 100_000)), rows = text.trim().split(/\s*\n\s*/);
    const given = rows.every((row) => /^[0-8.F ]+$/.test(row)) && text.trim() ? `mines ${this.mines.value}\n${text}` : content;
    try {
      const {layout, first, ...position} = await this.engine.call('read', given,
        {rows: Number(this.rows.value), cols: Number(this.cols.value), number: Number(this.number.value)});
      if (position.rows * position.cols > kMostDrawn)
        throw new Error(`the board has ${position.rows * position.cols} cells; at most ${kMostDrawn} are drawn here`);
      this.page.tell('');
      this.setLayout(layout ?? null);
      this.change({...position, cells: position.cells ?? layout.map((/** @type {string} */ row) => '.'.repeat(row.length))});
      if (first) this.dig(first);
    } catch (/** @type {any} */ error) {
      this.page.tell(error.message, true);
    }
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
    if (layout[cell[0]]?.[cell[1]] === '*') return this.page.tell(`${nameOf(cell)} is a mine.`, true);
    while (queue.length) {
      const [r, c] = /** @type {number[]} */ (queue.pop());
      if (!'.F'.includes(signs[r][c])) continue;
      signs[r][c] = layout[r][c];
      if (layout[r][c] === '0') queue.push(...this.page.neighbors([r, c], this.position));
    }
    this.page.tell('');
    this.change({cells: signs.map((/** @type {string[]} */ row) => row.join(''))});
  }

  /** @param {any} position */
  async show(position) {
    this.position = position;
    this.analysis = this.proof = null;
    this.isPlaying = false;
    for (const [input, value] of [[this.rows, position.rows], [this.cols, position.cols], [this.mines, position.mines],
      [this.topology, position.topology], [this.rule, position.first_click]]) input.value = value;
    this.undo.disabled = this.undone.length === 0;
    this.page.setAddress(addressOf(position));
    const round = ++this.round;
    for (const part of [this.why, this.hover, this.tables, this.chances, this.summary]) part.replaceChildren();
    this.draw();
    try {
      const quick = await this.page.work(this.engine.call('analyze', position, {moves: false}));
      if (round !== this.round) return;
      this.analysis = quick;
      this.page.tell('');
      this.summarize();
      this.draw();
      const full = await this.page.work(this.engine.call('analyze', position));
      if (round !== this.round) return;
      this.analysis = full;
      this.draw();
      this.listMoves();
    } catch (/** @type {any} */ error) {
      if (round !== this.round) return;
      this.page.tell(error.message, true);
      if (error.index !== null && error.index !== undefined)
        this.draw({wrong: [Math.floor(error.index / position.cols), error.index % position.cols]});
    }
  }

  draw(more = {}) {
    const letters = new Map();
    for (const [name, move] of Object.entries(this.analysis?.moves ?? {}))
      if (name !== 'random') letters.set(nameOf(/** @type {any} */ (move).cell), [letters.get(nameOf(/** @type {any} */ (move).cell)), name].filter(Boolean).join(', '));
    this.board.draw({cells: this.position.cells, topology: this.position.topology, risks: this.analysis?.p_mine ?? null,
      components: this.analysis?.components.map((/** @type {any} */ component) => component.cells), letters,
      proof: this.proof?.numbers ?? [], dug: this.proof?.cell ?? null, ...more});
  }

  summarize() {
    const {solutions, log10_solutions, safe, mine, components} = this.analysis;
    const layouts = solutions !== null && solutions.length < 16 ? Number(solutions).toLocaleString('en') : `10^${log10_solutions.toFixed(2)}`;
    this.summary.textContent = `${layouts} layout${solutions === '1' ? '' : 's'}; certain: ${safe.length} safe, ${mine.length} mines; ` +
      `${components.length} component${components.length === 1 ? '' : 's'}.` +
      (this.layout ? ' The mines of the board that was loaded stay hidden: dig where you like.' : '');
  }

  listMoves() {
    const table = make('table', {}, make('caption', {}, 'Moves'), make('thead', {}, make('tr', {},
      ...['strategy', 'cell', 'P(mine)', 'why'].map((text) => make('th', {scope: 'col'}, text)))));
    const body = make('tbody', {});
    for (const [name, move] of /** @type {[string, any][]} */ (Object.entries(this.analysis.moves)))
      body.append(make('tr', {}, make('td', {}, name), make('td', {}, nameOf(move.cell)), make('td', {class: 'number'}, move.p_mine.toFixed(4)),
        make('td', {}, move.p_mine === 0 ? 'certainly safe' : (move.why ?? 'a guess') + (move.win_probability !== undefined ? `, win chance ${move.win_probability.toFixed(3)}` : ''))));
    table.append(body);
    if (body.childElementCount) this.tables.replaceChildren(table);
    this.chances.replaceChildren(make('button', {onclick: () => this.playOut()}, 'Chance to win'));
  }

  /** Play-outs until they are stopped or precise. */
  async playOut() {
    const round = this.round;
    this.isPlaying = true;
    const lines = make('div', {'aria-live': 'off'});
    const stop = make('button', {onclick: () => (this.isPlaying = false)}, 'Stop');
    this.chances.replaceChildren(stop, lines);
    try {
      await this.engine.call('startChances', this.position);
      for (;;) {
        const value = await this.engine.call('moreChances');
        if (round !== this.round || !value) return;
        lines.replaceChildren(make('p', {}, value.digs.length === 0 ? 'The game is won.' : `Chance to win, of ${value.layouts} sampled layouts:`),
          make('table', {}, ...value.digs.map((/** @type {any} */ dig) => make('tr', {}, make('td', {}, nameOf(dig.cell)),
            make('td', {class: 'number'}, `${(100 * dig.win).toFixed(1)} % ± ${(196 * dig.standard_error).toFixed(1)}`)))));
        if (!this.isPlaying || value.layouts >= 4000 || value.digs.length === 0) break;
      }
    } catch (/** @type {any} */ error) {
      this.page.tell(error.message, true);
    }
    stop.remove();
  }

  /** @param {number[]} cell */
  async explain(cell) {
    const round = this.round, p = this.analysis?.p_mine[cell[0]][cell[1]];
    this.proof = null;
    this.draw();
    if (p === null || p === undefined) return this.why.replaceChildren();
    this.why.textContent = `${nameOf(cell)}: P(mine) ${p.toFixed(6)}.`;
    this.showOutcomes(cell);
    if (p > 0 && p < 1) return;
    try {
      const proof = await this.page.work(this.engine.call('explain', this.position, cell));
      if (round !== this.round || !proof) return;
      this.proof = proof;
      this.why.textContent = proof.argument.join(' ');
      this.draw();
    } catch (/** @type {any} */ error) {
      this.page.tell(error.message, true);
    }
  }

  /** What a dig would show. Only the last cell that was asked about is answered. @param {number[] | null} cell */
  async showOutcomes(cell) {
    this.asked = cell;
    if (this.isAsking || !cell || !this.analysis || this.isPlaying) return;
    this.isAsking = true;
    try {
      while (this.asked) {
        const asked = this.asked, round = this.round;
        this.asked = null;
        const what = await this.engine.call('whatIf', this.position, asked);
        if (round !== this.round) break;
        this.hover.textContent = what === null ? '' : `If ${nameOf(asked)} is dug: ` + what.numbers.map((/** @type {any} */ outcome) =>
          `${outcome.number} in ${percent(outcome.probability)} % (then ${outcome.safe.length} safe)`).join(', ') + '.';
      }
    } catch (/** @type {any} */ error) {
      this.hover.textContent = error.message;
    }
    this.isAsking = false;
  }
}
