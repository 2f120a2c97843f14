// The tab that reviews a replay: every dig judged by the chance to win that it gave away.
import {make} from './board.js';
import {ReplayView} from './games.js';

const kWidth = 600, kHeight = 120;

export class ReviewTab {
  /** @param {HTMLElement} element @param {import('./client.js').Engine} engine @param {any} lists @param {any} page */
  constructor(element, engine, lists, page) {
    this.engine = engine;
    this.page = page;
    /** @type {{content: Uint8Array, name: string} | null} */
    this.replay = null;
    this.file = make('input', {type: 'file', accept: '.avf,.evf,.rmv,.mvf,.evfs,.json', 'aria-label': 'a replay', onchange: () => this.read(this.file.files[0])});
    this.games = make('select', {});
    this.effort = make('select', {}, make('option', {value: '0 100'}, 'quick'), make('option', {value: '1 400', selected: true}, 'usual'),
      make('option', {value: '4 400'}, 'thorough, as the program'));
    this.form = make('form', {class: 'controls', hidden: true, onsubmit: (/** @type {any} */ event) => {
      event.preventDefault();
      this.review();
    }}, make('label', {}, 'game', this.games), make('label', {}, 'effort', this.effort), make('button', {}, 'Review'));
    this.sums = make('p', {});
    this.mistakes = make('div', {});
    element.append(make('p', {}, 'Open or drop a replay (.avf, .evf, .rmv, .mvf, .evfs, or sapper\'s own), or play a game here and save it.'),
      make('div', {class: 'controls'}, this.file), this.form, this.sums);
    this.view = new ReplayView(element, page);
    this.curve = make('div', {class: 'scroll'});
    this.view.element.append(this.curve, this.mistakes);
  }

  /** @param {File | undefined} file */
  async read(file) {
    if (!file) return;
    this.view.element.hidden = true;
    this.sums.textContent = '';
    try {
      const replay = {content: new Uint8Array(await file.arrayBuffer()), name: file.name};
      const games = await this.page.work(this.engine.call('recordings', replay.content, replay.name));
      this.replay = replay;
      this.form.hidden = games.length === 0;
      this.games.replaceChildren(...games.map((/** @type {any} */ game, /** @type {number} */ i) =>
        make('option', {value: i}, `${game.player || game.file}, ${game.digs} digs`)));
      this.page.tell(games.length === 0 ? 'The file holds no game with a dig.' : '', games.length === 0);
      if (games.length > 0) await this.review();
    } catch (/** @type {any} */ error) {
      this.form.hidden = true;
      this.page.tell(error.message, true);
    }
  }

  async review() {
    if (!this.replay) return;
    const [effort, layouts] = this.effort.value.split(' ').map(Number);
    try {
      const {content, name} = this.replay;
      const replay = await this.page.work(this.engine.call('review', content, name, {game: Number(this.games.value), effort, layouts}));
      const {review, ...game} = replay, [player] = game.players;
      for (const [i, dig] of player.digs.entries()) if (dig.w_best !== undefined) dig.number = i;
      this.sums.textContent = `Chance to win at the start ${review.w_start.toFixed(3)}, given away ${review.given_away.toFixed(3)}, luck ` +
        `${review.luck >= 0 ? '+' : ''}${review.luck.toFixed(3)}: ${player.end}.`;
      this.page.tell('');
      this.view.onStep = (step) => {
        for (const end of ['x1', 'x2']) this.point?.setAttribute(end, String(this.xOf(step)));
      };
      this.draw(player);
      this.list(player);
      this.view.show(game);
      if (this.costliest !== undefined) this.view.go(this.costliest);
    } catch (/** @type {any} */ error) {
      this.page.tell(error.message, true);
    }
  }

  /** @param {number} step */
  xOf(step) {
    return 30 + ((kWidth - 40) * step) / Math.max(this.digCount ?? 1, 1);
  }

  /** The chance to win before each judged dig, and at the end. @param {any} player */
  draw(player) {
    this.digCount = player.digs.length;
    const draw = (/** @type {string} */ name, /** @type {Record<string, any>} */ attributes, text = '') => {
      const node = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      node.textContent = text;
      return node;
    };
    const yOf = (/** @type {number} */ w) => 10 + (kHeight - 30) * (1 - w);
    const judged = player.digs.filter((/** @type {any} */ dig) => dig.w_best !== undefined);
    const points = [...judged.map((/** @type {any} */ dig) => [this.xOf(dig.number), yOf(dig.w_best)]), [this.xOf(this.digCount), yOf(player.won ? 1 : 0)]];
    const svg = draw('svg', {viewBox: `0 0 ${kWidth} ${kHeight}`, width: '100%', style: 'max-width: 50rem', role: 'img',
      'aria-label': 'the chance to win before each judged dig: ' + judged.map((/** @type {any} */ dig) => dig.w_best.toFixed(2)).join(', ')});
    this.point = draw('line', {y1: 5, y2: kHeight - 20, stroke: 'var(--accent)', 'stroke-dasharray': '3 2'});
    svg.append(draw('path', {d: `M30,${yOf(1)} V${yOf(0)} H${kWidth - 10}`, fill: 'none', stroke: 'var(--line)'}),
      ...[0, 1].map((w) => draw('text', {x: 24, y: yOf(w) + 4, 'text-anchor': 'end', 'font-size': 12, fill: 'var(--ink)'}, String(w))),
      draw('text', {x: 30, y: kHeight - 3, 'font-size': 12, fill: 'var(--ink)'}, 'chance to win, dig by dig; ✕ given away'),
      draw('polyline', {points: points.map((point) => point.join()).join(' '), fill: 'none', stroke: 'var(--ink)', 'stroke-width': 2}), this.point,
      ...judged.filter((/** @type {any} */ dig) => dig.mistake).map((/** @type {any} */ dig) =>
        draw('text', {x: this.xOf(dig.number), y: yOf(dig.w_best) + 5, 'text-anchor': 'middle', fill: 'var(--wrong)'}, '✕')));
    this.curve.replaceChildren(svg);
  }

  /** Costliest first. @param {any} player */
  list(player) {
    const mistakes = player.digs.filter((/** @type {any} */ dig) => dig.mistake)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.given_away - a.given_away || b.p_mine - b.lowest_p_mine - a.p_mine + a.lowest_p_mine);
    this.costliest = mistakes[0]?.number;
    this.mistakes.replaceChildren(mistakes.length === 0 ? make('p', {}, 'No mistake was found.')
      : make('table', {}, make('caption', {}, 'Mistakes, costliest first'), make('thead', {}, make('tr', {},
        ...['dig', 'given away', 'what was wrong'].map((text) => make('th', {scope: 'col'}, text)))), make('tbody', {},
        ...mistakes.map((/** @type {any} */ dig) => make('tr', {}, make('td', {}, make('button', {onclick: () => this.view.go(dig.number)}, `${dig.number + 1}: ${dig.cell.join()}`)),
          make('td', {class: 'number'}, dig.given_away.toFixed(3)), make('td', {}, dig.mistake))))));
  }
}
