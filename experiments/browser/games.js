// The tab that plays any game of a report or config by its number, and steps through replays.
import {kMostDrawn, make} from './board.js';
import {addressOf} from './analyse.js';
import {ReplayView} from './replay_view.js';

/** What steps through replays in this page: risks come from the engine, positions can be analysed. @param {HTMLElement} element @param {any} page */
export function replayView(element, page) {
  return new ReplayView(element, {
    risks: (position) => page.engine.call('posterior', position),
    links: (position, replay) => [make('a', {href: addressOf(position), target: '_blank'}, 'Analyse this position'),
      make('a', {href: 'data:application/json,' + encodeURIComponent(replayText(replay)), download: 'replay.json'}, 'Save the replay')],
  });
}

/** A replay as it is saved: without risks that were only computed to be shown. @param {any} replay */
function replayText(replay) {
  return JSON.stringify(replay, (key, value) => (key === 'risks' ? undefined : value)) + '\n';
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
    this.view = replayView(element, page);
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
      if (rows * cols > kMostDrawn) throw new Error(`the board has ${rows * cols} cells; at most ${kMostDrawn} are drawn here`);
      this.page.tell('');
      this.view.show(replay);
    } catch (/** @type {any} */ error) {
      this.page.tell(error.message, true);
    }
  }
}
