// The worker of Node.
import {parentPort} from 'node:worker_threads';
import {serve} from './worker.js';

serve(/** @type {any} */ (parentPort));
