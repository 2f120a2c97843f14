// The engine in a worker: answers {id, name, values} by {id, value} or {id, error, index}.
import * as sapper from './sapper.js';

/** @type {sapper.Game | undefined} */
let game;
/** @type {Generator<any, void, void> | undefined} */
let playouts;

/** @type {Record<string, (...values: any[]) => any>} */
const functions = {
  load: (module) => sapper.init(module),
  read: sapper.read,
  posterior: sapper.posterior,
  analyze: sapper.analyze,
  explain: sapper.explain,
  whatIf: sapper.whatIf,
  list: sapper.list,
  describe: sapper.describe,
  replay: sapper.replay,
  recordings: sapper.recordings,
  review: sapper.review,
  startGame: (config, number) => (game = new sapper.Game(config, 0, number)).state,
  // A dig in the game that startGame began. A worker that was started anew after a stop makes the digs before it again.
  dig: ([row, col], config, made) => {
    if (!game) {
      game = new sapper.Game(config);
      for (const cell of made) game.dig(cell[0], cell[1]);
    }
    return game.dig(row, col);
  },
  startChances: (position, layouts) => void (playouts = sapper.chances(position, layouts)),
  moreChances: () => playouts?.next().value ?? null,
};

onmessage = async ({data}) => {
  try {
    postMessage({id: data.id, value: await functions[data.name](...data.values)});
  } catch (/** @type {any} */ error) {
    postMessage({id: data.id, error: error.message, index: error.index ?? null});
  }
};
