// For scripts that do not know their address (esbuild --format=iife), and where nothing can be copied:
// esbuild inlined.js --bundle --loader:.wasm=binary --outfile=dist/app.js
import {init, posterior} from 'sapper';
import bytes from 'sapper/sapper.wasm';

init({bytes}).then(() => {
  document.body.textContent = `P(mine): ${JSON.stringify(posterior({mines: 2, cells: ['.1.1.', '.1.1.']}))}`;
});
