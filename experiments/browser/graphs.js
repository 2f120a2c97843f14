// Boards as graphs (sapper-graph/1) from files that people open. The page holds their cells as one row.
import {kMostNodes, numberOf} from './board.js';
import {numberText, t} from './texts.js';

/** @typedef {{schema: 'sapper-graph/1', sees: number[][], opens?: number[][], places: number[][]}} GraphFile */

// Cells without places are drawn on a circle, where the edges of more would hide one another.
const kMostOnCircle = 100;

/** Whether a text is that of a graph, and not of a position on one. @param {string} text */
export const isGraphText = (text) => /^\s*\{/.test(text) && text.includes('"sees"') && !text.includes('"sapper-lattice/') && !text.includes('"shown"') && !text.includes('"boards"');

/** The graph of a file; the engine says what else is wrong with it. @param {string} text @returns {GraphFile} */
export function graphOf(text) {
  /** @type {any} */
  let graph;
  try {
    graph = JSON.parse(text);
  } catch (error) {
    throw new Error(t('notAGraph', {error: String(error)}));
  }
  return withPlaces(graph);
}

/** @param {any} graph @returns {GraphFile} */
export function withPlaces(graph) {
  const count = graph?.sees?.length;
  if (!Array.isArray(graph?.sees) || count === 0) throw new Error(t('notAGraph', {error: t('lacksSees')}));
  if (count > kMostNodes) throw new Error(t('boardAtMost', {most: numberText(kMostNodes)}));
  if (Array.isArray(graph.places)) return graph;
  if (count > kMostOnCircle) throw new Error(t('graphLacksPlaces', {count, most: kMostOnCircle}));
  const places = Array.from({length: count}, (_, cell) => {
    const angle = (2 * Math.PI * cell) / count - Math.PI / 2;
    return [Math.cos(angle), Math.sin(angle)].map((place) => Number(place.toFixed(6)));
  });
  return {...graph, places};
}

/** The position that the engine analyses. @param {GraphFile} graph @param {string} signs of the cells @param {number} mines */
export const positionOn = ({sees}, signs, mines) =>
  ({sees, mines, shown: [...signs].map((sign) => (sign === '.' || sign === 'F' ? null : numberOf(sign)))});

/** The analysis of such a position with its cells in one row, as the page holds them. @param {any} analysis */
export function inOneRow(analysis) {
  const cells = (/** @type {number[]} */ list) => list.map((cell) => [0, cell]);
  const components = analysis.components.map((/** @type {any} */ each) => ({...each, cells: cells(each.cells), constraints: cells(each.constraints)}));
  return {...analysis, p_mine: [analysis.p_mine], safe: cells(analysis.safe), mine: cells(analysis.mine), components, moves: {}};
}
