// Steps, plays and jumps through the games of a replay (sapper-replay/1): the board before a dig, of one player or of two side
// by side. Of every page; see board.js.
import {Board, cellName, engineText, make, OutlinedBoard, t} from './board.js';

/** @param {number} p */
const riskText = (p) => t('pMine', {p: p.toFixed(4)});

export class ReplayView {
  /**
   * @param {HTMLElement} parent
   * @param {{keys?: EventTarget, risks?: (position: any, replay: any) => Promise<any>, links?: (position: any, replay: any) => any[]}} [options]
   *   keys: where keys are pressed; risks: P(mine) of positions of the replay for which it has none; links: to offer beside
   *   `save this position`
   */
  constructor(parent, options = {}) {
    this.options = options;
    this.step = 0;
    /** @type {any} the replay that is shown */
    this.replay = null;
    /** @type {number[]} the players that are shown, one or two */
    this.shown = [0];
    /** @type {any} of the clock that plays */
    this.timer = null;
    /** @type {((view: ReplayView) => void) | undefined} */
    this.onStep = undefined;
    const button = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
      make('button', {type: 'button', class: key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()), onclick}, t(key));
    const show = () => this.choose([this.player.value, this.other.value].map(Number).filter((player) => player >= 0));
    this.player = make('select', {class: 'player', onchange: show});
    this.other = make('select', {class: 'other', onchange: show});
    this.risks = make('input', {type: 'checkbox', checked: true, class: 'risks', onchange: () => this.draw()});
    this.pace = make('select', {class: 'pace', onchange: () => this.play(this.timer !== null)},
      ...['0.2', '0.5', '1', '3'].map((text) => make('option', {selected: text === '1'}, text)));
    this.buttons = {first: button('first', () => this.go(0)), back: button('back', () => this.go(this.step - 1)),
      forward: button('forward', () => this.go(this.step + 1)), last: button('last', () => this.go(Infinity)),
      previousGuess: button('previousGuess', () => this.goToNext(-1, isGuess)), nextGuess: button('nextGuess', () => this.goToNext(1, isGuess)),
      previousMistake: button('previousMistake', () => this.goToNext(-1, isMistake)), nextMistake: button('nextMistake', () => this.goToNext(1, isMistake)),
      play: button('play', () => this.togglePlay())};
    this.slider = make('input', {type: 'range', min: 1, step: 1, 'aria-label': t('digSlider'), oninput: () => this.go(this.slider.value - 1)});
    this.marks = make('span', {class: 'marks', 'aria-hidden': 'true'});
    this.place = make('output', {});
    this.boards = make('div', {class: 'boards'});
    this.choices = make('div', {class: 'controls'}, make('label', {}, t('player'), this.player), make('label', {}, t('nextTo'), this.other),
      make('label', {class: 'beside'}, this.risks, t('risks')));
    this.element = make('div', {hidden: true, class: 'replay'}, this.choices,
      make('div', {class: 'stays on-screen'}, make('div', {class: 'controls', role: 'group', 'aria-label': t('steps')}, ...Object.values(this.buttons),
        make('label', {}, t('pace'), this.pace)),
      make('label', {class: 'slider'}, t('dig'), make('span', {class: 'track'}, this.slider, this.marks), ' ', this.place)),
      this.boards);
    parent.append(this.element);
    (options.keys ?? this.element).addEventListener('keydown', (/** @type {any} */ event) => this.handleKey(event));
    /** @type {{section: HTMLElement, title: HTMLElement, text: HTMLElement, board: Board, more: HTMLElement, drawing: string | undefined}[]} */
    this.panels = [];
  }

  /** Opens a replay: where it says (`start`, the digs made), one that was searched for at what was searched for, others at a guess. @param {any} replay */
  show(replay) {
    this.replay = replay;
    this.play(false);
    this.shown = [0];
    const options = () => replay.players.map((/** @type {any} */ player, /** @type {number} */ i) =>
      make('option', {value: i}, t(player.won ? 'wonMark' : 'lostMark', {name: player.strategy})));
    this.player.replaceChildren(...options());
    this.other.replaceChildren(make('option', {value: -1}, t('none')), ...options());
    for (const select of [this.player, this.other]) select.parentElement.hidden = replay.players.length < 2;
    this.element.hidden = false;
    this.go(replay.start ?? (replay.searched ? this.worstMistake() : null) ?? this.digFrom(1, 1, isGuess) ?? this.digFrom(0, 1, isGuess) ?? 0);
  }

  /** @param {number[]} players */
  choose(players) {
    this.shown = [...new Set(players)];
    this.go(this.step);
  }

  digCount() {
    return Math.max(...this.shown.map((player) => this.replay.players[player].digs.length));
  }

  /** @param {number} to digs made; the board before the next dig is shown, or the end */
  go(to) {
    this.step = Math.min(Math.max(to, 0), this.digCount());
    this.draw();
    this.onStep?.(this);
  }

  /** The next dig of a shown player, in either direction, that is wanted. @param {number} from @param {number} by @param {(dig: any) => boolean} isWanted */
  digFrom(from, by, isWanted) {
    for (let i = from; i >= 0 && i < this.digCount(); i += by)
      if (this.shown.some((player) => isWanted(this.replay.players[player].digs[i] ?? {}))) return i;
    return null;
  }

  /** @param {number} by @param {(dig: any) => boolean} isWanted */
  goToNext(by, isWanted) {
    const dig = this.digFrom(this.step + by, by, isWanted);
    if (dig !== null) this.go(dig);
  }

  /** The first player's mistake of the greatest excess risk. */
  worstMistake() {
    /** @type {any[]} */
    const digs = this.replay.players[0].digs;
    /** @type {number | null} */
    let worst = null;
    digs.forEach((dig, i) => {
      if (isMistake(dig) && (worst === null || dig.excess_risk > digs[worst].excess_risk)) worst = i;
    });
    return worst;
  }

  /** @param {boolean} isOn */
  play(isOn) {
    clearInterval(this.timer);
    this.timer = null;
    if (isOn)
      this.timer = setInterval(() => {
        this.go(this.step + 1);
        if (this.step >= this.digCount()) this.play(false);
      }, 1000 * this.pace.value);
    this.buttons.play.textContent = t(isOn ? 'pause' : 'play');
    this.buttons.play.setAttribute('aria-pressed', String(isOn));
  }

  togglePlay() {
    if (this.timer === null && this.step >= this.digCount()) this.go(0);
    this.play(this.timer === null);
  }

  /** @param {any} event */
  handleKey(event) {
    if (this.element.hidden || event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    /** @type {Record<string, () => void>} */
    const keys = {ArrowLeft: () => this.go(this.step - 1), ArrowRight: () => this.go(this.step + 1), b: () => this.go(this.step - 1),
      n: () => this.go(this.step + 1), Home: () => this.go(0), End: () => this.go(Infinity), p: () => this.togglePlay(),
      g: () => this.goToNext(1, isGuess), G: () => this.goToNext(-1, isGuess), m: () => this.goToNext(1, isMistake), M: () => this.goToNext(-1, isMistake)};
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  draw() {
    const most = this.digCount(), isEnd = this.step >= most;
    if (this.shown.some((player, i) => this.panels[i] && this.panels[i].drawing !== this.drawingOf(player)))
      for (const {section} of this.panels.splice(0)) section.remove();
    while (this.panels.length < this.shown.length) this.panels.push(this.makePanel(this.shown[this.panels.length]));
    for (const {section} of this.panels.splice(this.shown.length)) section.remove();
    this.boards.classList.toggle('pair', this.shown.length > 1 && innerWidth > 1000);
    this.shown.forEach((player, i) => this.drawPlayer(this.panels[i], this.replay.players[player]));
    this.player.value = this.shown[0];
    this.other.value = this.shown[1] ?? -1;
    this.slider.max = most + 1;
    this.slider.value = this.step + 1;
    this.place.textContent = isEnd ? t('end') : t('place', {step: this.step + 1, count: most});
    const {first, back, forward, last, previousGuess, nextGuess, previousMistake, nextMistake} = this.buttons;
    back.disabled = first.disabled = this.step === 0;
    forward.disabled = last.disabled = isEnd;
    previousGuess.disabled = this.digFrom(this.step - 1, -1, isGuess) === null;
    nextGuess.disabled = this.digFrom(this.step + 1, 1, isGuess) === null;
    previousMistake.disabled = this.digFrom(this.step - 1, -1, isMistake) === null;
    nextMistake.disabled = this.digFrom(this.step + 1, 1, isMistake) === null;
    this.drawMarks(most);
  }

  /** The shapes of a player's board, if it is drawn by them. @param {number} player @returns {string | undefined} */
  drawingOf(player) {
    const {drawing} = this.replay.players[player];
    return drawing === undefined ? this.replay.drawing : this.replay.drawings[drawing] || undefined;
  }

  /** @param {number} player that is shown first */
  makePanel(player) {
    const section = make('section'), title = make('h2'), text = make('p', {'aria-live': 'polite'}), more = make('div');
    section.append(title, text);
    const drawing = this.drawingOf(player), label = t('boardKeys'), played = this.replay.players[player].board ?? this.replay.board;
    const nameOf = (/** @type {number} */ row, /** @type {number} */ col) => cellName(shapeOf(played).cellAt(row, col));
    const board = drawing ? new OutlinedBoard(section, {label, nameOf}, drawing) : new Board(section, {label});
    section.append(more);
    this.boards.append(section);
    return {section, title, text, board, more, drawing};
  }

  /** @param {ReplayView['panels'][0]} panel @param {any} player */
  drawPlayer(panel, player) {
    const {digs} = player, isEnd = this.step >= digs.length, dig = isEnd ? digs[digs.length - 1] : digs[this.step];
    const played = player.board ?? this.replay.board, first_click = player.first_click ?? this.replay.first_click;
    const {rows, cols, placeOf, hasManyShapes} = shapeOf(played);
    const places = (/** @type {any[]} */ list) => list.map(placeOf);
    /** @type {string[][]} */
    const signs = Array.from({length: rows}, () => Array(cols).fill('.'));
    for (const {shown} of digs.slice(0, this.step))
      for (const [...cell] of shown) {
        const number = cell.pop(), [r, c] = placeOf(cell.length === 1 ? cell[0] : cell);
        signs[r][c] = String(number);
      }
    const position = hasManyShapes ? shapedPosition(played, signs)
      : {rows, cols, mines: played.mines, topology: played.topology, ...(first_click ? {first_click} : {}), cells: signs.map((row) => row.join(''))};
    const risks = isEnd || !this.risks.checked ? null : dig.risks ?? null;
    panel.title.textContent = player.strategy;
    panel.text.textContent = isEnd ? endText(player, dig) : digText(dig, this.step, digs.length);
    panel.board.draw({cells: signs, topology: played.topology, risks: risks && played.graph !== undefined ? [risks] : risks, proof: isEnd ? [] : places(dig.proved_by ?? []),
      mines: isEnd ? places(player.mines) : [], exploded: isEnd && player.exploded !== null ? placeOf(player.exploded) : null, exploded_risk: dig?.p_mine ?? null,
      dug: isEnd ? null : placeOf(dig.cell)});
    if (!isEnd && dig.risks === undefined && this.step > 0) this.addRisks(dig, position);
    const save = make('a', {download: 'position.json', href: 'data:application/json,' + encodeURIComponent(JSON.stringify(position) + '\n')}, t('savePosition'));
    const links = [save, ...(this.options.links?.(position, this.replay) ?? [])].flatMap((link, i) => (i ? [' · ', link] : [link]));
    panel.more.replaceChildren(...(!isEnd && dig.p_mine !== null ? candidatesTable(dig, played) : []), make('p', {class: 'on-screen'}, ...links));
  }

  /** Risks that the replay lacks are computed when the dig is shown. @param {any} dig @param {any} position */
  async addRisks(dig, position) {
    if (!this.options.risks) return;
    const {step, replay} = this;
    try {
      dig.risks = null;
      dig.risks = await this.options.risks(position, replay);
    } catch {
      return;  // too wide to count, or stopped: the board stays as it is
    }
    if (step === this.step && replay === this.replay) this.draw();
  }

  /** A mark below the slider for each mistake of the players shown. @param {number} most */
  drawMarks(most) {
    this.marks.replaceChildren();
    for (let i = this.digFrom(0, 1, isMistake); i !== null; i = this.digFrom(i + 1, 1, isMistake)) {
      const dig = i, mistakes = this.shown.map((player) => this.replay.players[player].digs[dig]?.mistake).filter(Boolean);
      this.marks.append(make('span', {title: t('digMark', {dig: dig + 1, mistakes: mistakes.map(engineText).join(t('semicolon'))}), style: `left: ${(100 * dig) / most}%`, onclick: () => this.go(dig)}));
    }
  }
}

/** The rows and columns in which pages hold a replay's board: layers below one another, a graph in one row. @param {any} board */
export function shapeOf(board) {
  if (board.graph !== undefined)
    return {rows: 1, cols: board.cols ?? board.cells, hasManyShapes: true, placeOf: (/** @type {any} */ cell) => [0, cell], cellAt: (/** @type {number} */ row, /** @type {number} */ col) => col};
  const {rows, cols, layers} = board;
  if (layers === undefined)
    return {rows, cols, hasManyShapes: !['square', 'torus', 'hex'].includes(board.topology), placeOf: (/** @type {any} */ cell) => cell,
      cellAt: (/** @type {number} */ row, /** @type {number} */ col) => [row, col]};
  return {rows: layers * rows, cols, hasManyShapes: true, placeOf: (/** @type {any} */ [layer, row, col]) => [layer * rows + row, col],
    cellAt: (/** @type {number} */ row, /** @type {number} */ col) => [Math.floor(row / rows), row % rows, col]};
}

/** What `sapper analyze` reads of a lattice or graph. @param {any} board @param {string[][]} signs */
function shapedPosition(board, signs) {
  const {rows, cols, layers, mines, topology, graph} = board;
  const numbers = signs.map((row) => row.map((sign) => (sign === '.' ? null : Number(sign))));
  return graph !== undefined ? {graph, mines, shown: numbers[0]} : {rows, cols, ...(layers ? {layers} : {}), mines, topology, cells: numbers};
}

/** @param {any} dig */
const isGuess = (dig) => dig.why === 'guess';
/** @param {any} dig */
const isMistake = (dig) => Boolean(dig.mistake);

/** @param {any} player @param {any} last */
function endText(player, last) {
  const isByGuess = player.exploded && last && last.p_mine !== null;
  const end = engineText(player.end);
  return isByGuess ? t('endAs', {end, why: t('why_' + last.why), risk: riskText(last.p_mine)}) : t('endPlain', {end});
}

/** @param {any} dig @param {number} step @param {number} count */
function digText(dig, step, count) {
  return [
    [t('digTold', {step: step + 1, count, cell: cellName(dig.cell), why: t('why_' + dig.why)}), dig.p_mine !== null ? riskText(dig.p_mine) : '',
      dig.excess_risk > 1e-9 ? t('lowest', {p: dig.lowest_p_mine.toFixed(4)}) : ''].filter(Boolean).join(t('comma')),
    dig.claimed_safe ? t('claimedSafe') : '',
    dig.belief !== undefined ? t('believed', {risk: riskText(dig.belief)}) : '',
    dig.mistake ? t('mistakeTold', {mistake: engineText(dig.mistake)}) : '',
    engineText(dig.reason ?? ''),
    dig.win_probability !== undefined ? t('winChance', {p: dig.win_probability.toFixed(4)}) : '',
    dig.opened ? t('opens', {count: dig.opened}) : t('hitsMine'),
  ].filter(Boolean).join(t('semicolon')) + t('stop');
}

/** What a strategy that values cells chose among; of others, whose guesses look at risks alone or at nothing, the cells of lowest risk. @param {any} dig @param {any} board */
function candidatesTable(dig, board) {
  if (!dig.candidates && !dig.risks) return [];
  const most = 8;
  /** @type {any[]} */
  let list = dig.candidates;
  let caption = t('chosenAmong');
  if (!list) {
    const {cellAt} = shapeOf(board);
    list = (board.graph !== undefined ? [dig.risks] : dig.risks).flatMap((/** @type {any[]} */ row, /** @type {number} */ r) =>
      row.map((p_mine, c) => ({cell: cellAt(r, c), p_mine}))).filter((/** @type {any} */ each) => each.p_mine !== null && each.p_mine < 1);
    if (list.length === 0) return [];
    list.sort((a, b) => a.p_mine - b.p_mine);
    caption = list.length > most ? t('lowestCellsOf', {shown: most, count: list.length}) : t('lowestCells');
    list = list.slice(0, most);
  }
  const columns = [['pMineHead', 'p_mine'], ['value', 'value'], ['standardError', 'standard_error']]
    .filter(([, key]) => list.some((candidate) => candidate[key] !== undefined));
  return [make('table', {}, make('caption', {}, caption),
    make('thead', {}, make('tr', {}, ...['cell', ...columns.map(([key]) => key)].map((key) => make('th', {scope: 'col'}, t(key))))),
    make('tbody', {}, ...list.map((candidate) => make('tr', {},
      make('td', {}, String(candidate.cell) === String(dig.cell) ? t('dugMark', {cell: cellName(candidate.cell)}) : cellName(candidate.cell)),
      ...columns.map(([, key]) => make('td', {class: 'number'}, candidate[key] === undefined ? '' : candidate[key].toFixed(4)))))))];
}
