// The tab of Nim and the poisoned tablet, against a player that makes no mistake and says why.
import {engineText, make} from './board.js';
import {t} from './texts.js';

// What is drawn at most.
const kMostHeaps = 8, kMostObjects = 31, kMostSide = 24;

/** @param {number[]} values the nim-values of heaps @param {number} sum @returns {any} them in binary, below each other */
function binaryTable(values, sum) {
  const width = Math.max(1, ...values.map((value) => value.toString(2).length));
  const row = (/** @type {string} */ name, /** @type {number} */ value, isSum = false) => make('tr', {class: isSum ? 'sum' : null}, make('th', {scope: 'row'}, name),
    make('td', {class: 'number'}, String(value)), make('td', {class: 'number'}, value.toString(2).padStart(width, '0')));
  return make('table', {}, make('tbody', {}, ...values.map((value, i) => row(t('heapNumber', {number: i + 1}), value)), row(t('nimSum'), sum, true)));
}

/** A game of two, in turns: what both games share. */
class Match {
  /** @param {HTMLElement} parent @param {import('./client.js').Engine} engine @param {any} page @param {string} title @param {any[]} controls @param {string} rules */
  constructor(parent, engine, page, title, controls, rules) {
    this.engine = engine;
    this.page = page;
    /** @type {any} */
    this.position = null;
    /** @type {any} what the engine says of it */
    this.answer = null;
    this.mistake = '';
    this.round = 0;
    this.begins = make('select', {}, make('option', {value: 'you'}, t('youBegin')), make('option', {value: 'computer'}, t('computerBegins')));
    this.picture = make('div', {class: 'scroll'});
    this.told = make('p', {'aria-live': 'polite'});
    this.whyText = make('div', {});
    parent.append(make('section', {}, make('h2', {}, title), make('p', {}, rules), make('form', {class: 'controls', onsubmit: (/** @type {any} */ event) => {
      event.preventDefault();
      this.start();
    }}, ...controls, make('label', {}, t('whoBegins'), this.begins), make('button', {}, t('newGame'))),
    make('div', {class: 'columns'}, this.picture, make('div', {class: 'told'}, this.told, make('details', {}, make('summary', {}, t('showWhy')), this.whyText)))));
  }

  /** @returns {any} the position of a new game; null, with a sentence told, if the controls name none */
  chosen() {
    return null;
  }
  /** @returns {boolean} */
  isOver() {
    return false;
  }
  /** @param {any} _move @returns {any} */
  after(_move) {
    return null;
  }
  /** @param {any} _move @returns {string} */
  words(_move) {
    return '';
  }
  draw() {}
  /** @returns {any[]} */
  reasons() {
    return [];
  }
  /** The computer's move: one that wins, else one that lasts. @returns {any} */
  reply() {
    return this.answer.best_move;
  }
  /** @returns {Promise<any>} */
  ask() {
    return Promise.resolve(null);
  }

  async start() {
    const position = this.chosen();
    if (!position) return;
    this.page.tell('');
    this.mistake = '';
    this.isYours = this.begins.value === 'you';
    const round = ++this.round;
    this.told.textContent = '';
    await this.take(position, round);
    if (round === this.round && !this.isYours) await this.computerMoves('', round);
    else this.told.textContent = t('yourTurn');
  }

  /** @param {any} position @param {number} round */
  async take(position, round) {
    this.position = position;
    try {
      const answer = await this.page.work(this.ask());
      if (round !== this.round) return;
      this.answer = answer;
      this.draw();
      this.whyText.replaceChildren(...this.reasons());
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
  }

  /** @param {any} move */
  async move(move) {
    if (!this.isYours || this.isOver()) return;
    const {answer, round} = this, made = this.words(move), best = answer.nim_sum === 0 ? null : this.words(answer.best_move), before = this.describe();
    this.isYours = false;
    await this.take(this.after(move), round);
    if (round !== this.round) return;
    if (best && this.answer.nim_sum !== 0 && !this.mistake) this.mistake = t('couldHaveWon', {position: before, sum: answer.nim_sum, best, made});
    if (this.isOver()) this.told.textContent = t('youTook', {move: made}) + t('youWin');
    else await this.computerMoves(t('youTook', {move: made}), round);
  }

  describe() {
    return '';
  }

  /** @param {string} before what is told before it @param {number} round */
  async computerMoves(before, round) {
    const move = this.reply(), {nim_sum: sum} = this.answer, words = this.words(move);
    const text = sum === 0 ? t('computerHopes', {move: words}) : t('computerWins', {move: words, sum});
    await this.take(this.after(move), round);
    if (round !== this.round) return;
    this.isYours = true;
    this.draw();
    this.told.textContent = before + text + (this.isOver() ? t('youLose') + this.mistake : '');
    this.picture.querySelector('button:not(:disabled)')?.focus({preventScroll: true});
  }
}

class NimMatch extends Match {
  /** @param {HTMLElement} parent @param {import('./client.js').Engine} engine @param {any} page */
  constructor(parent, engine, page) {
    const heaps = make('input', {value: '3 4 5', inputmode: 'numeric', 'aria-label': t('heaps')}), most = make('input', {type: 'number', min: 1, max: kMostObjects, 'aria-label': t('most')});
    super(parent, engine, page, t('nim'), [make('label', {}, t('heaps'), heaps), make('label', {}, t('most'), most)], t('nimRules'));
    this.heaps = heaps;
    this.most = most;
  }
  chosen() {
    const heaps = this.heaps.value.split(/[^\d]+/).filter(Boolean).map(Number), most = Number(this.most.value);
    if (heaps.length < 1 || heaps.length > kMostHeaps || heaps.some((/** @type {number} */ heap) => heap > kMostObjects) || heaps.every((/** @type {number} */ heap) => heap === 0))
      return this.page.tell(t('heapsWrong', {heaps: kMostHeaps, objects: kMostObjects}), true);
    return {heaps, ...(most >= 1 ? {most: Math.floor(most)} : {})};
  }
  ask() {
    return this.engine.call('nim', this.position);
  }
  isOver() {
    return this.position.heaps.every((/** @type {number} */ heap) => heap === 0);
  }
  /** @param {{heap: number, take: number}} move */
  after({heap, take}) {
    return {...this.position, heaps: this.position.heaps.map((/** @type {number} */ size, /** @type {number} */ i) => (i === heap ? size - take : size))};
  }
  /** @param {{heap: number, take: number}} move */
  words({heap, take}) {
    return t('nimMove', {count: take, heap: heap + 1});
  }
  describe() {
    return t('ofHeaps', {heaps: this.position.heaps.join(' ')});
  }
  reply() {
    const {heaps} = this.position;
    return this.answer.best_move ?? {heap: heaps.indexOf(Math.max(...heaps)), take: 1};
  }
  draw() {
    const {heaps, most = Infinity} = this.position;
    this.picture.replaceChildren(...heaps.map((/** @type {number} */ size, /** @type {number} */ heap) => make('div', {class: 'heap', role: 'group', 'aria-label': t('heapOf', {number: heap + 1, count: size})},
      make('span', {class: 'soft', 'aria-hidden': 'true'}, `${heap + 1}: ${size}`),
      ...Array.from({length: size}, (_, i) => make('button', {class: 'object', disabled: !this.isYours || size - i > most, 'aria-label': t('takeFrom', {count: size - i, heap: heap + 1}), title: t('takeFrom', {count: size - i, heap: heap + 1}),
        onclick: () => this.move({heap, take: size - i})}, '●')))));
  }
  reasons() {
    const {nim_values, nim_sum, best_move, heaps} = this.answer, {most} = this.position;
    if (this.isOver()) return [make('p', {}, t('noObjects'))];
    return [most ? make('p', {}, t('limited', {most, by: most + 1})) : null, binaryTable(nim_values, nim_sum),
      make('p', {}, best_move ? t('nimWins', {move: this.words(best_move), leaves: best_move.leaves.join(' '), sum: nim_sum, value: nim_values[best_move.heap], wanted: nim_values[best_move.heap] ^ nim_sum, heap: heaps[best_move.heap]})
        : t('nimLoses'))].filter(Boolean);
  }
}

class TabletMatch extends Match {
  /** @param {HTMLElement} parent @param {import('./client.js').Engine} engine @param {any} page */
  constructor(parent, engine, page) {
    const input = (/** @type {string} */ key, /** @type {number} */ value, /** @type {number} */ min) => make('input', {type: 'number', min, max: kMostSide, value, 'aria-label': t(key)});
    const fields = {cols: input('columns', 8, 1), rows: input('rows', 5, 1), poison_col: input('poisonCol', 2, 0), poison_row: input('poisonRow', 1, 0)};
    super(parent, engine, page, t('tablet'), [['columns', fields.cols], ['rows', fields.rows], ['poisonCol', fields.poison_col], ['poisonRow', fields.poison_row]].map(([key, field]) => make('label', {}, t(key), field)), t('tabletRules'));
    /** @type {Record<string, any>} */
    this.fields = fields;
  }
  chosen() {
    const {cols, rows, poison_col, poison_row} = Object.fromEntries(Object.entries(this.fields).map(([key, {value}]) => [key, value === '' ? NaN : Number(value)]));
    const isWithin = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => Number.isInteger(value) && value >= least && value <= most;
    if (!isWithin(cols, 1, kMostSide) || !isWithin(rows, 1, kMostSide) || !isWithin(poison_col, 0, cols - 1) || !isWithin(poison_row, 0, rows - 1) || cols * rows === 1)
      return this.page.tell(t('tabletWrong', {most: kMostSide}), true);
    return {cols, rows, poison_col, poison_row};
  }
  ask() {
    return this.engine.call('tablet', this.position);
  }
  isOver() {
    return this.position.cols === 1 && this.position.rows === 1;
  }
  /** The part with the poison. @param {{cut: string, before: number}} move */
  after({cut, before}) {
    const {cols, rows, poison_col, poison_row} = this.position;
    const kept = (/** @type {number} */ side, /** @type {number} */ at) => (at < before ? [before, at] : [side - before, at - before]);
    const [newCols, col] = cut === 'vertical' ? kept(cols, poison_col) : [cols, poison_col], [newRows, row] = cut === 'vertical' ? [rows, poison_row] : kept(rows, poison_row);
    return {cols: newCols, rows: newRows, poison_col: col, poison_row: row};
  }
  /** @param {{cut: string, before: number}} move */
  words({cut, before}) {
    return t(cut === 'vertical' ? 'cutColumn' : 'cutRow', {before});
  }
  describe() {
    const {cols, rows} = this.position;
    return t('ofTablet', {cols, rows});
  }
  draw() {
    const {cols, rows, poison_col, poison_row} = this.position;
    const cuts = (/** @type {string} */ cut, /** @type {number} */ count) => Array.from({length: count - 1}, (_, i) => make('button', {class: 'cut', disabled: !this.isYours, title: this.words({cut, before: i + 1}),
      'aria-label': this.words({cut, before: i + 1}), onclick: () => this.move({cut, before: i + 1})}, String(i + 1)));
    this.picture.replaceChildren(make('div', {class: 'tablet'},
      make('div', {class: 'cuts across', role: 'group', 'aria-label': t('cutsAcross')}, ...cuts('vertical', cols)),
      make('div', {class: 'cuts down', role: 'group', 'aria-label': t('cutsDown')}, ...cuts('horizontal', rows)),
      make('div', {class: 'squares', role: 'img', style: `--cols: ${cols}`, 'aria-label': t('tabletOf', {cols, rows, col: poison_col, row: poison_row})},
        ...Array.from({length: rows * cols}, (_, i) => make('span', {class: i === poison_row * cols + poison_col ? 'poison' : null}, i === poison_row * cols + poison_col ? '☠' : '')))));
  }
  reasons() {
    const {value, distances, nim_sum, best_move, moves} = this.answer;
    if (this.isOver()) return [make('p', {}, t('onlyPoison'))];
    const [left, right, above, below] = distances, ranked = [...moves].sort((a, b) => Number(b.value > 0) - Number(a.value > 0) || a.value - b.value);
    return [make('p', {}, t('fourHeaps', {left, right, above, below})), binaryTable(distances, nim_sum),
      make('p', {}, nim_sum ? t('tabletWins', {move: this.words(best_move), moves: value}) : t('tabletLoses', {moves: -value})),
      make('details', {}, make('summary', {}, t('allCuts')), make('table', {}, make('tbody', {}, ...ranked.map((each) => make('tr', {}, make('td', {}, this.words(each)),
        make('td', {}, t(each.value > 0 ? 'winsIn' : 'losesIn', {moves: Math.abs(each.value)})))))))];
  }
}

export class HeapsTab {
  /** @param {HTMLElement} element @param {import('./client.js').Engine} engine @param {any} page */
  constructor(element, engine, page) {
    this.matches = [new NimMatch(element, engine, page), new TabletMatch(element, engine, page)];
  }

  /** Games to play, unless there are some. */
  begin() {
    for (const match of this.matches) if (!match.position) match.start();
  }
}
