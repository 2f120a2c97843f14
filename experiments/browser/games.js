// Steps through replays (sapper-replay/1), and the tab that plays any game of a report or config by its number.
import {Board, kMostCells, make} from './board.js';
import {addressOf} from './analyse.js';

/** @param {number} p */
const risk = (p) => 'P(mine) ' + p.toFixed(4);

/** One player of a replay: the board before each dig, a slider, keys. */
export class ReplayView {
  /** @param {HTMLElement} parent @param {any} page */
  constructor(parent, page) {
    this.page = page;
    this.step = 0;
    /** @type {((step: number) => void) | undefined} called with the dig that is shown */
    this.onStep = undefined;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      make('button', {'aria-label': label, title: label, onclick}, text);
    this.slider = make('input', {type: 'range', min: 0, value: 0, 'aria-label': 'dig', oninput: () => this.go(Number(this.slider.value))});
    this.marks = make('datalist', {id: 'marks-' + Math.random().toString(36).slice(2)});
    this.slider.setAttribute('list', this.marks.id);
    this.said = make('p', {'aria-live': 'polite'});
    this.candidates = make('div', {});
    const boardPart = make('div', {});
    this.open = make('a', {href: '#', target: '_blank'}, 'Analyse this position');
    this.save = make('a', {href: '#', download: 'replay.json'}, 'Save the replay');
    this.element = make('div', {hidden: true}, make('h2', {}),
      make('div', {class: 'controls on-screen', role: 'group', 'aria-label': 'steps'},
        button('|◀', 'first dig', () => this.go(0)), button('◀', 'one dig back', () => this.go(this.step - 1)),
        button('▶', 'one dig on', () => this.go(this.step + 1)), button('▶|', 'the end', () => this.go(Infinity)),
        button('◀ guess', 'guess before', () => this.goToGuess(-1)), button('guess ▶', 'next guess', () => this.goToGuess(1))),
      this.slider, this.marks, make('div', {class: 'columns'}, boardPart, make('div', {class: 'told'}, this.said, this.candidates,
        make('p', {class: 'on-screen'}, this.open, ' · ', this.save))));
    parent.append(this.element);
    this.board = new Board(boardPart, {label: 'the game: n and p step, g goes to the next guess', onKey: (key) => {
      /** @type {Record<string, () => void>} */
      const keys = {n: () => this.go(this.step + 1), p: () => this.go(this.step - 1), g: () => this.goToGuess(1), G: () => this.goToGuess(-1)};
      keys[key]?.();
      return key in keys;
    }});
  }

  /** @param {any} replay @param {number} player */
  show(replay, player = 0) {
    this.replay = replay;
    this.player = replay.players[player];
    const {digs} = this.player;
    this.element.hidden = false;
    this.element.querySelector('h2').textContent = `${this.player.strategy}: ${this.player.end}`;
    this.slider.max = digs.length;
    this.marks.replaceChildren(...digs.flatMap((/** @type {any} */ dig, /** @type {number} */ i) => (this.isMarked(dig) ? [make('option', {value: i})] : [])));
    this.save.href = 'data:application/json,' + encodeURIComponent(JSON.stringify({...replay, players: replay.players.map(
      (/** @type {any} */ each) => ({...each, digs: each.digs.map((/** @type {any} */ {lowest, ...dig}) => ({...dig}))}))}) + '\n');
    const first = digs.findIndex((/** @type {any} */ dig) => this.isMarked(dig));
    this.go(Math.max(first, 0));
  }

  /** Guesses of strategies; of people, digs at more than the lowest risk; of reviews, mistakes. @param {any} dig */
  isMarked(dig) {
    if (dig.mistake !== undefined) return dig.mistake !== '';
    return dig.lowest === undefined ? dig.why === 'guess' : dig.p_mine > dig.lowest + 1e-9;
  }

  /** @param {number} by */
  goToGuess(by) {
    const {digs} = this.player;
    for (let i = this.step + by; i >= 0 && i < digs.length; i += by) if (this.isMarked(digs[i])) return this.go(i);
  }

  /** Risks that the replay lacks are computed when the dig is shown. @param {any} dig @param {any} position */
  async addRisks(dig, position) {
    const step = this.step, replay = this.replay;
    try {
      dig.risks = await this.page.engine.call('posterior', position);
    } catch {
      return;  // too wide to count: the board stays as it is
    }
    if (step === this.step && replay === this.replay) this.go(step);
  }

  /** @param {number} to */
  go(to) {
    const {player, replay} = this, {digs} = player;
    this.step = Math.min(Math.max(to, 0), digs.length);
    this.slider.value = this.step;
    const {rows, cols, mines, topology} = replay.board;
    const signs = Array.from({length: rows}, () => Array(cols).fill('.'));
    for (const dig of digs.slice(0, this.step)) for (const [r, c, number] of dig.shown) signs[r][c] = String(number);
    const cells = signs.map((row) => row.join('')), isEnd = this.step === digs.length, dig = isEnd ? digs[digs.length - 1] : digs[this.step];
    this.board.draw({cells, topology, risks: isEnd ? null : dig.risks ?? null, proof: isEnd ? [] : dig.proved_by ?? [],
      mines: isEnd ? player.mines : [], exploded: isEnd ? player.exploded : null, dug: isEnd ? null : dig.cell});
    if (!isEnd && !dig.risks && this.step > 0) this.addRisks(dig, {rows, cols, mines, topology, first_click: replay.first_click ?? 'unprotected', cells});
    this.said.textContent = isEnd ? `${player.end}.` : `Dig ${this.step + 1} of ${digs.length}: ${dig.cell.join()}, ${dig.why}` +
      (dig.p_mine !== null ? `, ${risk(dig.p_mine)}` : '') + (dig.lowest !== undefined && this.isMarked(dig) ? `, where ${risk(dig.lowest)} was possible` : '') +
      (dig.mistake ? `; ${dig.mistake}` : '') + (dig.w_best !== undefined ? `; chance to win ${dig.w_dig.toFixed(3)}` +
        (dig.best && dig.given_away > 0 ? `, by ${dig.best.join()} ${dig.w_best.toFixed(3)}` : '') : '') +
      (dig.reason ? `; ${dig.reason}` : '') + (dig.win_probability !== undefined ? `; win chance ${dig.win_probability.toFixed(4)}` : '') +
      `; ${dig.opened ? 'opens ' + dig.opened : 'hits a mine'}.`;
    this.onStep?.(this.step);
    this.open.href = addressOf({rows, cols, mines, topology, first_click: replay.first_click ?? 'unprotected', cells});
    this.candidates.replaceChildren();
    if (isEnd || !dig.candidates) return;
    this.candidates.append(make('table', {}, make('caption', {}, 'Chosen among'), make('thead', {}, make('tr', {},
      ...['cell', 'P(mine)', 'value'].map((text) => make('th', {scope: 'col'}, text)))), make('tbody', {},
      ...dig.candidates.map((/** @type {any} */ each) => make('tr', {}, make('td', {}, each.cell.join()), make('td', {class: 'number'}, each.p_mine.toFixed(4)),
        make('td', {class: 'number'}, each.value.toFixed(4)))))));
  }
}

export class GamesTab {
  /** @param {HTMLElement} element @param {import('./client.js').Engine} engine @param {any} lists @param {any} page */
  constructor(element, engine, lists, page) {
    this.engine = engine;
    this.page = page;
    this.lists = lists;
    this.file = make('input', {type: 'file', accept: '.json', 'aria-label': 'a report or config', onchange: async () => this.read(await this.file.files[0]?.text() ?? '')});
    this.cases = make('select', {});
    this.number = make('input', {type: 'number', min: 0, value: 0});
    this.strategy = make('select', {});
    this.form = make('form', {class: 'controls', hidden: true, onsubmit: (/** @type {any} */ event) => {
      event.preventDefault();
      this.play();
    }}, make('label', {}, 'case', this.cases), make('label', {}, 'game', this.number), make('label', {}, 'strategy', this.strategy), make('button', {}, 'Show the game'));
    element.append(make('p', {}, 'Open a report or a config of sapper: any game of its built-in strategies is played again here, from its seed.'),
      make('div', {class: 'controls'}, this.file), this.form);
    this.view = new ReplayView(element, page);
  }

  /** @param {string} text */
  async read(text) {
    try {
      const given = JSON.parse(text), config = given.config ?? given;
      const {cases, strategies, name} = await this.engine.call('describe', config);
      this.config = config;
      this.form.hidden = false;
      this.cases.replaceChildren(...cases.map((/** @type {string} */ each, /** @type {number} */ i) => make('option', {value: i}, `${i}: ${each}`)));
      const others = this.lists.strategies.map((/** @type {any} */ row) => row.name).filter((/** @type {string} */ each) => !strategies.includes(each));
      this.strategy.replaceChildren(...[...strategies, ...others].map((each) => make('option', {value: each}, each)));
      this.page.tell(`${name}: ${cases.length} case${cases.length === 1 ? '' : 's'}.`);
    } catch (/** @type {any} */ error) {
      this.form.hidden = true;
      this.page.tell('That is not a report or config of Minesweeper games: ' + error.message, true);
    }
  }

  async play() {
    try {
      const replay = await this.page.work(this.engine.call('replay', this.config, Number(this.cases.value), Number(this.number.value), this.strategy.value));
      const {rows, cols} = replay.board;
      if (rows * cols > kMostCells) throw new Error(`the board has ${rows * cols} cells; at most ${kMostCells} are drawn here`);
      this.page.tell('');
      this.view.show(replay);
    } catch (/** @type {any} */ error) {
      this.page.tell(error.message, true);
    }
  }
}
