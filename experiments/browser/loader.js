// Starts the page's script.
import {unpackedScript} from './packed.js';

unpackedScript('program').then((program) => {
  const script = document.createElement('script');
  script.textContent = program;
  document.head.append(script);
}).catch((error) => {
  const status = document.getElementById('status');
  if (status) status.textContent = String(error);
});
