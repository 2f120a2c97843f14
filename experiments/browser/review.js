// The tab that reviews replays: every dig judged by the chance to win that it gave away; two games side by side.
import {cellName, engineText, make} from './board.js';
import {replayView} from './games.js';
import {nameText, t} from './texts.js';

const kWidth = 600, kHeight = 120;

/** @param {string} name @param {Record<string, any>} attributes */
function shape(name, attributes, text = '') {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

/** @param {number} chance */
const points = (chance) => (100 * chance).toFixed(1);

/**
 * The games of a collection (.evfs) as files of their own, so that one that is damaged leaves the others; any other file as
 * it is. A collection is its version in a byte, the length of checksums in two, and for each game a name that a zero ends,
 * the size in four, the game, a checksum.
 * @param {Uint8Array} content @param {string} name
 */
export function partsOf(content, name) {
  const whole = [{content, name}];
  if (!/\.evfs$/i.test(name) || content.length < 3 || content[0] !== 0) return whole;
  const view = new DataView(content.buffer, content.byteOffset, content.length), checksum = view.getUint16(1), parts = [];
  for (let at = 3; at < content.length; ) {
    const end = content.indexOf(0, at), begin = end + 5;
    if (end < 0 || begin > content.length) return whole;
    const size = view.getUint32(end + 1);
    if (begin + size + checksum > content.length) return whole;
    parts.push({content: content.slice(begin, begin + size), name: `${name}#${parts.length + 1}.evf`});
    at = begin + size + checksum;
  }
  return parts.length > 0 ? parts : whole;
}

const whole = (/** @type {number | null} */ value) => value?.toFixed(0) ?? '';
/** @param {number | null} value @param {number} low @param {number} high */
const ranged = (value, low, high) => (value === null ? '' : t('ranged', {value: whole(value), low: whole(low), high: whole(high)}));

/** Skill and luck in a sentence. @param {any} review */
function headline(review) {
  const level = nameText('level', review.level) + (review.is_nearest_level ? t('nearestLevel') : '');
  const skill = review.skill === null ? t('noSkill') : t('skill', {skill: whole(review.skill), low: whole(review.skill_low), high: whole(review.skill_high),
    word: engineText(review.word), rate: (100 * review.given_away_per_decision).toFixed(2), count: review.decisions});
  return skill + t('luckOf', {luck: whole(review.luck_percentile), low: whole(review.luck_percentile_low), high: whole(review.luck_percentile_high), level});
}

export class ReviewTab {
  /** @param {HTMLElement} element @param {import('./client.js').Engine} engine @param {any} lists @param {any} page */
  constructor(element, engine, lists, page) {
    this.engine = engine;
    this.page = page;
    /** @type {{content: Uint8Array, name: string, game: number, label: string}[]} all games of all files */
    this.recorded = [];
    this.files = make('input', {type: 'file', multiple: true, accept: [...lists.replays, '.json'].join(), 'aria-label': t('replays'), onchange: () => this.read([...this.files.files])});
    this.game = make('select', {});
    this.other = make('select', {});
    this.effort = make('select', {class: 'effort'}, make('option', {value: '0 100'}, t('quick')), make('option', {value: '1 400', selected: true}, t('usual')),
      make('option', {value: '4 400'}, t('thorough')));
    this.form = make('form', {class: 'controls', hidden: true, onsubmit: (/** @type {any} */ event) => {
      event.preventDefault();
      this.review();
    }}, make('label', {}, t('game'), this.game), make('label', {}, t('besides'), this.other), make('button', {}, t('reviewButton')),
      this.all = make('button', {type: 'button', onclick: () => this.reviewAll()}, t('reviewAll')));
    this.sums = make('div', {});
    this.mistakes = make('div', {});
    element.append(make('p', {}, t('reviewIntro', {endings: lists.replays.join(t('comma'))})),
      make('div', {class: 'controls'}, this.files, make('label', {}, t('effort'), this.effort)), this.form, this.sums);
    this.view = replayView(element, page);
    this.curve = make('div', {class: 'scroll'});
    this.view.element.append(this.curve, this.mistakes);
    /** @type {Element | undefined} the line in the curve at the dig that is shown */
    this.point = undefined;
    this.digCount = 1;
  }

  /** @param {File[]} files */
  async read(files) {
    if (files.length === 0) return;
    this.view.element.hidden = true;
    this.sums.replaceChildren();
    try {
      this.recorded = [];
      const failures = [];
      for (const file of files)
        for (const {content, name} of partsOf(new Uint8Array(await file.arrayBuffer()), file.name))
          try {
            const games = await this.page.work(this.engine.call('recordings', content, name));
            games.forEach((/** @type {any} */ game, /** @type {number} */ i) =>
              this.recorded.push({content, name, game: i, label: t('digsOf', {player: game.player || game.file, count: game.digs})}));
          } catch (/** @type {any} */ error) {
            if (!/no cell is dug/.test(error.message)) failures.push(error.message);
          }
      if (this.recorded.length === 0 && failures.length > 0) throw new Error(failures[0]);
      const options = () => this.recorded.map(({label}, i) => make('option', {value: i}, label));
      this.form.hidden = this.recorded.length === 0;
      this.game.replaceChildren(...options());
      this.other.replaceChildren(make('option', {value: -1}, t('none')), ...options());
      this.other.value = files.length > 1 ? 1 : -1;
      this.other.parentElement.hidden = this.all.hidden = this.recorded.length < 2;
      this.page.tell(this.recorded.length === 0 ? t('noGameInFile') : '', this.recorded.length === 0);
      if (this.recorded.length === 0) return;
      await this.review();
      if (failures.length > 0) this.page.tell(t('leftOut', {count: failures.length, why: engineText(failures[0])}), true);
    } catch (/** @type {any} */ error) {
      this.form.hidden = true;
      this.page.tell(engineText(error.message), true);
    }
  }

  async review() {
    const [effort, layouts] = this.effort.value.split(' ').map(Number), chosen = [...new Set([this.game.value, this.other.value].map(Number))];
    try {
      const replays = [];
      for (const {content, name, game} of chosen.filter((i) => i >= 0).map((i) => this.recorded[i]))
        replays.push(await this.page.work(this.engine.call('review', content, name, {game, effort, layouts})));
      const players = replays.flatMap((replay, drawing) => replay.players.map((/** @type {any} */ player) => ({...player, drawing}))), [{review: _, drawing: __, ...shown}] = replays;
      this.sums.replaceChildren(...replays.map(({review, players: [player]}) => make('p', {}, make('strong', {}, headline(review)), ' ', t('sums', {player: player.strategy, end: engineText(player.end),
        start: points(review.w_start), given: points(review.given_away), sign: review.luck < 0 ? 1 : 2, luck: points(Math.abs(review.luck))}))));
      this.page.tell('');
      this.view.onStep = ({step}) => {
        for (const end of ['x1', 'x2']) this.point?.setAttribute(end, String(this.xOf(step)));
      };
      this.draw(players);
      this.view.show({...shown, players, files: Object.assign({}, ...replays.map(({files}) => files)), drawings: replays.map(({drawing}) => drawing ?? '')});
      if (players.length > 1) this.view.choose([0, 1]);
      const costliest = this.list(players);
      if (costliest !== undefined) this.view.go(costliest);
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
  }

  /** All games as a series: skill over time, and a row for each game, whose number opens it. */
  async reviewAll() {
    const [effort, layouts] = this.effort.value.split(' ').map(Number);
    try {
      const {players, games} = await this.page.work(this.engine.run('reviewSeries', [this.recorded, {effort, layouts}],
        {onProgress: (done, of) => this.page.tell(t('gamesDone', {done, of}))}));
      const isOne = players.length === 1, heads = ['game', 'headPlayer', 'headEnd', 'headSkill', 'headLuck', 'givenAway'];
      this.page.tell('');
      this.view.element.hidden = true;
      this.sums.replaceChildren(...players.flatMap((/** @type {any} */ rating) => [
        make('p', {}, isOne ? '' : `${rating.player}: `, make('strong', {}, headline(rating))), ...(rating.steps.length > 1 ? [this.overTime(rating)] : [])]),
        make('div', {class: 'scroll'}, make('table', {}, make('thead', {}, make('tr', {}, ...heads.map((key) => make('th', {scope: 'col'}, t(key))))), make('tbody', {},
          ...games.map((/** @type {any} */ game, /** @type {number} */ i) => make('tr', {}, make('td', {}, make('button', {onclick: () => {
            this.game.value = String(i);
            this.other.value = '-1';
            this.review();
          }}, i + 1)), make('td', {}, game.player), make('td', {}, t(game.outcome ? 'gameWon' : 'gameLost')),
          make('td', {class: 'number'}, ranged(game.skill, game.skill_low, game.skill_high)),
          make('td', {class: 'number'}, ranged(game.luck_percentile, game.luck_percentile_low, game.luck_percentile_high)),
          make('td', {class: 'number'}, points(game.given_away))))))));
    } catch (/** @type {any} */ error) {
      this.page.tell(engineText(error.message), true);
    }
  }

  /** Skill by steps of games, with its ranges. @param {any} rating */
  overTime({steps, games}) {
    const xOf = (/** @type {any} */ step) => 30 + ((kWidth - 40) * (step.first + step.last - 1)) / (2 * games), yOf = (/** @type {number} */ value) => 10 + (kHeight - 30) * (1 - value / 100);
    const rated = steps.filter((/** @type {any} */ step) => step.skill !== null);
    const svg = shape('svg', {viewBox: `0 0 ${kWidth} ${kHeight}`, width: '100%', style: 'max-width: 50rem', role: 'img',
      'aria-label': t('skillOverTime', {values: rated.map((/** @type {any} */ step) => `${step.first}-${step.last}: ${ranged(step.skill, step.skill_low, step.skill_high)}`).join(t('semicolon'))})});
    svg.append(shape('path', {d: `M30,${yOf(100)} V${yOf(0)} H${kWidth - 10}`, fill: 'none', stroke: 'var(--line)'}),
      ...[0, 100].map((value) => shape('text', {x: 24, y: yOf(value) + 4, 'text-anchor': 'end', 'font-size': 12, fill: 'var(--ink)'}, String(value))),
      shape('text', {x: 30, y: kHeight - 3, 'font-size': 12, fill: 'var(--ink)'}, t('seriesTitle', {games})),
      shape('polyline', {points: rated.map((/** @type {any} */ step) => `${xOf(step)},${yOf(step.skill)}`).join(' '), fill: 'none', stroke: 'var(--ink)', 'stroke-width': 2}),
      ...rated.map((/** @type {any} */ step) => shape('path', {d: `M${xOf(step)},${yOf(step.skill_low)} V${yOf(step.skill_high)}`, stroke: 'var(--accent)'})));
    return svg;
  }

  /** @param {number} step */
  xOf(step) {
    return 30 + ((kWidth - 40) * step) / Math.max(this.digCount, 1);
  }

  /** The chance to win before each judged dig, and at the end; of a second player dashed. @param {any[]} players */
  draw(players) {
    this.digCount = Math.max(...players.map(({digs}) => digs.length));
    const yOf = (/** @type {number} */ w) => 10 + (kHeight - 30) * (1 - w);
    const isJudged = (/** @type {any} */ dig) => dig.w_best !== undefined;
    const svg = shape('svg', {viewBox: `0 0 ${kWidth} ${kHeight}`, width: '100%', style: 'max-width: 50rem', role: 'img',
      'aria-label': t('curve', {values: players.map(({strategy, digs}) =>
        strategy + ' ' + digs.filter(isJudged).map((/** @type {any} */ dig) => dig.w_best.toFixed(2)).join(', ')).join(t('semicolon'))})});
    this.point = shape('line', {y1: 5, y2: kHeight - 20, stroke: 'var(--accent)', 'stroke-dasharray': '3 2'});
    svg.append(shape('path', {d: `M30,${yOf(1)} V${yOf(0)} H${kWidth - 10}`, fill: 'none', stroke: 'var(--line)'}),
      ...[0, 1].map((w) => shape('text', {x: 24, y: yOf(w) + 4, 'text-anchor': 'end', 'font-size': 12, fill: 'var(--ink)'}, String(w))),
      shape('text', {x: 30, y: kHeight - 3, 'font-size': 12, fill: 'var(--ink)'}, t('curveTitle') + (players.length > 1 ? t('dashed', {player: players[1].strategy}) : '')),
      this.point);
    players.forEach(({digs, won}, player) => {
      const line = digs.flatMap((/** @type {any} */ dig, /** @type {number} */ i) => (isJudged(dig) ? [[this.xOf(i), yOf(dig.w_best)]] : []));
      line.push([this.xOf(digs.length), yOf(won ? 1 : 0)]);
      svg.append(shape('polyline', {points: line.map((/** @type {number[]} */ at) => at.join()).join(' '), fill: 'none', stroke: 'var(--ink)', 'stroke-width': 2,
        ...(player > 0 ? {'stroke-dasharray': '6 4'} : {})}),
        ...digs.flatMap((/** @type {any} */ dig, /** @type {number} */ i) => (dig.mistake
          ? [shape('text', {x: this.xOf(i), y: yOf(dig.w_best) + 5, 'text-anchor': 'middle', fill: 'var(--wrong)'}, dig.mark ?? '✕')] : [])));
    });
    this.curve.replaceChildren(svg);
  }

  /** Mistakes, costliest first; the dig of the first. @param {any[]} players @returns {number | undefined} */
  list(players) {
    const mistakes = players.flatMap(({strategy, digs}) => digs.map((/** @type {any} */ dig, /** @type {number} */ number) => ({dig, number, strategy})))
      .filter(({dig}) => dig.mistake).sort((a, b) => b.dig.given_away - a.dig.given_away || b.dig.excess_risk - a.dig.excess_risk);
    const isOne = players.length === 1;
    this.mistakes.replaceChildren(mistakes.length === 0 ? make('p', {}, t('noMistake'))
      : make('table', {}, make('caption', {}, t('mistakes')), make('thead', {}, make('tr', {},
        ...['headDig', ...(isOne ? [] : ['headPlayer']), 'givenAway', 'whatWrong'].map((key) => make('th', {scope: 'col'}, t(key))))), make('tbody', {},
        ...mistakes.map(({dig, number, strategy}) => make('tr', {}, make('td', {}, make('button', {onclick: () => this.view.go(number)}, `${number + 1}: ${cellName(dig.cell)}`)),
          isOne ? null : make('td', {}, strategy), make('td', {class: 'number'}, `${dig.given_away.toFixed(3)} ${dig.mark ?? ''}`), make('td', {}, engineText(dig.mistake)))))));
    return mistakes[0]?.number;
  }
}
