// The worker of pages.
import {serve} from './worker.js';

serve(/** @type {any} */ (globalThis));
