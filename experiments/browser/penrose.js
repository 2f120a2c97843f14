// A wheel of Penrose's rhombs (P3), which see those that share a corner with them: sapper.graphs.penrose of the Python module,
// cell by cell. From Robinson's triangles, each divided in two or three so many times; corners are sums of powers of the
// fifth root of unity, from 0 to 3, and exact.

/** @typedef {number[]} Corner the factors of the four powers */
/** @typedef {[isAcute: boolean, a: Corner, b: Corner, c: Corner]} Triangle */

/** Times the fifth root of unity, so often: its fourth power is minus the sum of the others. @param {Corner} corner @param {number} times @returns {Corner} */
function turned(corner, times) {
  for (let i = 0; i < times; i++) {
    const [a, b, c, d] = corner;
    corner = [-d, a - d, b - d, c - d];
  }
  return corner;
}

/** The tenth root of unity, to the power of i. @param {number} i */
const root = (i) => (i % 2 ? turned([-1, 0, 0, 0], ((i + 5) / 2) % 5) : turned([1, 0, 0, 0], (i / 2) % 5));

/** The point that divides the way from a to b in the golden ratio, nearer to b: 1 / phi is z + z^4, z^5 = 1. @param {Corner} a @param {Corner} b @returns {Corner} */
function golden(a, b) {
  const way = b.map((part, i) => part - a[i]), once = turned(way, 1), often = turned(way, 4);
  return a.map((part, i) => part + once[i] + often[i]);
}

/** @param {Triangle} triangle @returns {Triangle[]} */
function divided([isAcute, a, b, c]) {
  if (isAcute) {
    const p = golden(a, b);
    return [[true, c, p, b], [false, p, c, a]];
  }
  const q = golden(b, a), r = golden(b, c);
  return [[false, r, c, a], [false, q, r, b], [true, r, q, a]];
}

/** @param {number} deflations 4 make 160 cells @returns {import('./graphs.js').GraphFile} */
export function penrose(deflations) {
  /** @type {Triangle[]} */
  let triangles = Array.from({length: 10}, (_, i) => (i % 2 ? [true, [0, 0, 0, 0], root(i + 1), root(i)] : [true, [0, 0, 0, 0], root(i), root(i + 1)]));
  for (let i = 0; i < deflations; i++) triangles = triangles.flatMap(divided);
  /** @type {Map<string, {shared: Corner[], tips: Corner[]}>} by the two corners that the halves of a rhomb share */
  const halves = new Map();
  for (const [, a, b, c] of triangles) {
    const key = [String(b), String(c)].sort().join(' '), half = halves.get(key) ?? {shared: [b, c], tips: []};
    half.tips.push(a);
    halves.set(key, half);
  }
  const rhombs = [...halves.values()].filter(({tips}) => tips.length === 2).map(({shared, tips}) => [...shared, ...tips]);
  /** @type {Map<string, number[]>} */
  const atCorner = new Map();
  rhombs.forEach((rhomb, cell) => rhomb.forEach((corner) => atCorner.set(String(corner), [...(atCorner.get(String(corner)) ?? []), cell])));
  const sees = rhombs.map((rhomb, cell) => [...new Set(rhomb.flatMap((corner) => atCorner.get(String(corner)) ?? []))].filter((other) => other !== cell).sort((x, y) => x - y));
  const scale = ((1 + Math.sqrt(5)) / 2) ** deflations / 4, angle = (2 * Math.PI) / 5;
  const placed = (/** @type {Corner[]} */ rhomb, /** @type {(angle: number) => number} */ along) =>
    Number((scale * rhomb.reduce((sum, corner) => sum + corner.reduce((at, factor, power) => at + factor * along(angle * power), 0), 0)).toFixed(6));
  return {schema: 'sapper-graph/1', sees, places: rhombs.map((rhomb) => [placed(rhomb, Math.cos), placed(rhomb, Math.sin)])};
}
