// Node, and Deno (deno run --allow-read many.mjs): a thousand positions in one call.
import {HIDDEN, init, posterior} from 'sapper';

await init();
const rows = 16, cols = 30, count = 1000, cells = new Int8Array(count * rows * cols).fill(HIDDEN);
for (let i = 0; i < count; i++) cells[i * rows * cols + i % cols] = 1;
const risks = posterior({rows, cols, mines: 99, cells});  // Float64Array, NaN where shown
console.log(risks.length, risks[479]);
