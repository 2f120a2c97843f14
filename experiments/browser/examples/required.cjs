// Node's require().
const {init, posterior} = require('sapper');
const {startWorker} = require('sapper/worker');

(async () => {
  await init();
  console.log(JSON.stringify(posterior({mines: 2, cells: ['.1.1.', '.1.1.']})));
  const worker = await startWorker();
  console.log(String((await worker.analyze({mines: 2, cells: ['.1.1.', '.1.1.']})).moves.expert.cell));
  worker.close();
})();
