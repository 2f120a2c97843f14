// What each of these pages runs: at once, and in a worker.
import {init, posterior} from 'sapper';
import {startWorker} from 'sapper/worker';

const position = {mines: 2, cells: ['.1.1.', '.1.1.']};
await init();
const told = [`P(mine): ${JSON.stringify(posterior(position))}`];

const worker = await startWorker();
const {moves} = await worker.analyze(position);
told.push(`expert digs ${moves.expert.cell}`);
const {digs} = await worker.chances(position, {signal: AbortSignal.timeout(60_000), onProgress: ({layouts}) => console.log(layouts)});
told.push(`chance to win ${digs[0].win}`);
worker.close();
document.body.textContent = told.join('; ');
