// Steps through the clicks that open a board whose mines are known: digs, flags and chords, as digs of a replay whose `why` names
// the click. Replays that say `"clicks": true` are shown by it; see replay_view.js.
import {cellName, kBoardTexts, t, useTexts} from './board.js';
import {ReplayView} from './replay_view.js';

const kClickTexts = {
  ...kBoardTexts, dig: 'Click ', digSlider: 'click', pace: 'seconds per click ', player: 'Board ', wonMark: '{name}', digTold: 'Click {step} of {count}: {why} at {cell}',
  boardKeys: 'the board: arrow keys look at cells; n and b step', why_dig: 'dig', why_flag: 'flag', why_chord: 'chord',
};

export class ClicksView extends ReplayView {
  /** @param {HTMLElement} parent @param {ConstructorParameters<typeof ReplayView>[1]} [options] */
  constructor(parent, options) {
    useTexts(kClickTexts);
    super(parent, options);
    const {previousGuess, nextGuess, previousMistake, nextMistake} = this.buttons;
    for (const part of [previousGuess, nextGuess, previousMistake, nextMistake, this.marks, this.risks.parentElement]) part.hidden = true;
  }

  /** @param {ReplayView['panels'][0]} panel @param {any} player */
  drawPlayer(panel, player) {
    const {digs} = player, isEnd = this.step >= digs.length, {rows, cols, topology} = player.board;
    const signs = Array.from({length: rows}, () => Array(cols).fill('.'));
    for (const {why, cell, shown} of digs.slice(0, this.step)) {
      if (why === 'flag') signs[cell[0]][cell[1]] = 'F';
      for (const [r, c, number] of shown) signs[r][c] = number;
    }
    panel.title.textContent = player.strategy;
    panel.text.textContent = isEnd ? t('endPlain', {end: player.end}) : clickText(digs[this.step], this.step, digs.length);
    panel.board.draw({cells: signs.map((row) => row.join('')), topology, mines: isEnd ? player.mines : [], dug: isEnd ? null : digs[this.step].cell});
  }
}

/** @param {any} click @param {number} step @param {number} count */
function clickText(click, step, count) {
  const told = t('digTold', {step: step + 1, count, cell: cellName(click.cell), why: t('why_' + click.why)});
  return told + (click.opened ? t('semicolon') + t('opens', {count: click.opened}) : '') + t('stop');
}
