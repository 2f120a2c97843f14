// The engine in a worker: answers {id, name, values} by {id, value} or {id, error, index}, and meanwhile by {id, progress}.
import * as sapper from './sapper.js';

/** @type {sapper.Game | undefined} */
let game;
/** @type {Generator<any, void, void> | undefined} */
let playouts;
let playoutsNumber = 0;

/** @type {any} called with what checks its values itself */
const engine = sapper;

/** @type {Record<string, (progress: (done: number, of: number) => void, ...values: any[]) => any>} */
const functions = {
  load: (_, module) => sapper.use(module),
  read: (_, ...values) => engine.read(...values),
  posterior: (_, position) => sapper.posterior(position),
  analyze: (_, ...values) => engine.analyze(...values),
  explain: (_, ...values) => engine.explain(...values),
  whatIf: (_, ...values) => engine.whatIf(...values),
  list: () => sapper.list(),
  describe: (_, config) => sapper.describe(config),
  shape: (_, ...values) => engine.shape(...values),
  replay: (_, ...values) => engine.replay(...values),
  recordings: (_, ...values) => engine.recordings(...values),
  review: (progress, content, name, options) => sapper.review(content, name, {...options, onProgress: progress}),
  reviewSeries: (progress, files, options) => sapper.reviewSeries(files, {...options, onProgress: progress}),
  nim: (_, position) => sapper.nim(position),
  tablet: (_, position) => sapper.tablet(position),
  startGame: (_, config, number) => (game = new sapper.Game(config, 0, number)).state,
  // A dig in the game that startGame began. A worker that was started anew after a stop makes the digs before it again.
  dig: (_, [row, col], config, made) => {
    if (!game) {
      game = new sapper.Game(config);
      for (const cell of made) game.dig(cell[0], cell[1]);
    }
    return game.dig(row, col);
  },
  // The number names these play-outs until others are started.
  startChances: (_, position, layouts) => {
    playouts = sapper.chances(position, layouts);
    return ++playoutsNumber;
  },
  moreChances: (_, number) => (number === playoutsNumber ? playouts?.next().value ?? null : null),
};

/** @param {{postMessage: (message: any) => void, onmessage: ((event: any) => void) | null}} port */
export function serve(port) {
  port.onmessage = ({data: {id, name, values}}) => {
    try {
      port.postMessage({id, value: functions[name]((done, of) => port.postMessage({id, progress: [done, of]}), ...values)});
    } catch (/** @type {any} */ error) {
      port.postMessage({id, error: error.message, index: error.index ?? null});
    }
  };
}
