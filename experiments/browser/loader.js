// Starts the page's script.
import {unpacked} from './packed.js';

unpacked('program').text().then((program) => {
  const script = document.createElement('script');
  script.textContent = program;
  document.head.append(script);
}).catch((error) => {
  const status = document.getElementById('status');
  if (status) status.textContent = String(error);
});
