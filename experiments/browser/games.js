// The tab that plays any game of a report or config by its number, and steps through replays.
import {engineText, kMostDrawn, make} from './board.js';
import {addressOf} from './analyse.js';
import {ReplayView, shapeOf} from './replay_view.js';
import {t} from './texts.js';

/** What steps through replays in this page: risks come from the engine, positions can be analysed. @param {HTMLElement} element @param {any} page */
export function replayView(element, page) {
  return new ReplayView(element, {
    // Of a graph the replay holds the file.
    risks: ({graph, ...position}, {files}) => page.engine.call('posterior', graph === undefined ? position : {sees: files?.[graph]?.sees, ...position}),
    links: (position, replay) => [...(page.hasTabs && isAnalysed(position) ? [make('a', {href: addressOf(withSigns(position)), target: '_blank'}, t('analysePosition'))] : []),
      make('a', {href: 'data:application/json,' + encodeURIComponent(replayText(replay)), download: 'replay.json'}, t('saveReplay'))],
  });
}

/** Whether the position has one layer of a lattice that is shipped, or of squares or hexagons. @param {any} position */
const isAnalysed = ({topology, layers, cells}) => typeof topology === 'string' && layers === undefined && cells !== undefined;
/** Rows of numbers as texts. @param {any} position */
const withSigns = (position) => ({...position, cells: position.cells.map((/** @type {any} */ row) => (typeof row === 'string' ? row : row.map((/** @type {number | null} */ number) => number?.toString(36) ?? '.').join('')))});

/** A replay as it is saved: without risks and drawings, which were only computed to be shown. @param {any} replay */
export function replayText(replay) {
  return JSON.stringify(replay, (key, value) => (key === 'risks' || key === 'drawing' || key === 'drawings' ? undefined : value)) + '\n';
}

/** Throws an error if the replay cannot be shown: files are anybody's. @param {any} replay */
export function checkReplay(replay) {
  if (!Array.isArray(replay.players) || replay.players.length === 0) throw new Error(t('noPlayer'));
  for (const {board = replay.board, digs} of replay.players) {
    const isSide = (/** @type {any} */ side) => Number.isInteger(side) && side >= 1, shape = shapeOf(board ?? {}), {cols} = shape;
    if (!isSide(shape.rows) || !isSide(cols)) throw new Error(t('noSize'));
    if (shape.rows * cols > kMostDrawn) throw new Error(t('drawnAtMost', {cells: shape.rows * cols, most: kMostDrawn}));
    const isWithin = (/** @type {any} */ at, /** @type {number} */ side) => Number.isInteger(at) && at >= 0 && at < side;
    const isGraph = board.graph !== undefined;
    const isCell = (/** @type {any} */ cell) => Array.isArray(cell) !== isGraph && isWithin(shape.placeOf(cell)[0], shape.rows) && isWithin(shape.placeOf(cell)[1], cols);
    const isShown = (/** @type {any} */ cell) => Array.isArray(cell) && isCell(isGraph ? cell[0] : cell.slice(0, -1)) && isWithin(cell.at(-1), Infinity);
    if (!Array.isArray(digs)) throw new Error(t('noDigs'));
    digs.forEach((dig, i) => {
      if (!isCell(dig?.cell) || !Array.isArray(dig.shown) || !dig.shown.every(isShown))
        throw new Error(t('offBoard', {dig: i + 1, rows: shape.rows, cols}));
    });
  }
}

/** @typedef {{name: string, config: any, cases: string[], strategies: string[]}} Experiment */

export class GamesTab {
  /** @param {HTMLElement} element @param {import('./client.js').Engine} engine @param {any} lists @param {any} page */
  constructor(element, engine, lists, page) {
    this.engine = engine;
    this.page = page;
    this.lists = lists;
    /** @type {Experiment[]} */
    this.experiments = [];
    this.file = make('input', {type: 'file', accept: '.json', 'aria-label': t('reportFile'), onchange: async () => this.read(await this.file.files[0]?.text() ?? '')});
    this.report = make('select', {onchange: () => this.choose()});
    this.cases = make('select', {});
    this.number = make('input', {type: 'number', min: 0, value: 0});
    this.strategy = make('select', {});
    this.form = make('form', {class: 'controls', hidden: true, onsubmit: (/** @type {any} */ event) => {
      event.preventDefault();
      this.play();
    }}, make('label', {}, t('report'), this.report), make('label', {}, t('case'), this.cases), make('label', {}, t('gameNumber'), this.number),
    make('label', {}, t('strategyOf'), this.strategy), make('button', {}, t('showGame')));
    element.append(this.form, make('p', {class: 'controls'}, make('label', {}, t(page.hasTabs ? 'openReport' : 'openReplay'), this.file)));
    this.view = replayView(element, page);
  }

  /** @param {string} text */
  async read(text) {
    try {
      const given = JSON.parse(text);
      if (given.schema === 'sapper-replay/1') {
        const {rows, cols, layers, topology, graph} = given.board ?? {};
        await this.show(given, graph === undefined ? {boards: [{rows, cols, layers, mines: 0, topology}]} : {boards: [{graph, mines: 0}], files: given.files});
      } else {
        await this.open([given.config ?? given]);
        const [{name, cases}] = this.experiments;
        this.page.tell(t('casesOf', {name, count: cases.length}));
      }
    } catch (/** @type {any} */ error) {
      const what = error instanceof TypeError || error instanceof SyntaxError ? t('notComplete') : engineText(error.message);
      this.page.tell(t('notAReport', {error: what}), true);
    }
  }

  /** Those that can be played here; an error if none can. @param {any[]} configs */
  async open(configs) {
    /** @type {string[]} */
    const failures = [];
    /** @type {Experiment[]} */
    const experiments = [];
    for (const config of configs)
      try {
        experiments.push({config, ...(await this.engine.call('describe', config))});
      } catch (/** @type {any} */ error) {
        failures.push(error.message);
      }
    if (experiments.length === 0) throw new Error(failures.join('; '));
    this.experiments = experiments;
    this.report.replaceChildren(...this.experiments.map(({name}, i) => make('option', {value: i}, name)));
    this.report.parentElement.hidden = this.experiments.length < 2;
    this.form.hidden = false;
    this.choose();
  }

  choose() {
    const {cases, strategies} = this.experiments[Number(this.report.value)];
    this.cases.replaceChildren(...cases.map((each, i) => make('option', {value: i}, `${i}: ${each}`)));
    const others = this.lists.strategies.map((/** @type {any} */ row) => row.name).filter((/** @type {string} */ each) => !strategies.includes(each));
    this.strategy.replaceChildren(...[...strategies, ...others].map((each) => make('option', {value: each}, each)),
      ...(strategies.length > 1 ? [make('option', {value: ''}, t('allOfConfig'))] : []));
  }

  /** @param {number} [number] of the case @param {number} [game] @param {string} [label] */
  async play(number = Number(this.cases.value), game = Number(this.number.value), label = this.strategy.value) {
    if (this.experiments.length === 0) return this.page.tell(t('openFirst'), true);
    const {config} = this.experiments[Number(this.report.value)];
    try {
      await this.show(await this.page.work(this.engine.call('replay', config, number, game, label)), config, number);
    } catch (/** @type {any} */ error) {
      const isExternal = error.message.includes('external program'), told = engineText(error.message);
      this.page.tell(isExternal ? t('openStored', {error: told, case: number, game}) : told, true);
    }
  }

  /** @param {any} replay @param {any} config of its board @param {number} [number] of the case */
  async show(replay, config, number = 0) {
    checkReplay(replay);
    // The engine draws lattices and graphs; those that come from a file elsewhere are shown by their rows.
    const shape = await this.engine.call('shape', config, number).catch(() => null);
    replay.drawing = shape?.drawing ?? undefined;
    for (const player of replay.players) delete player.drawing;
    this.page.tell('');
    this.view.show(replay);
  }
}
