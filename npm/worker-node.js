// The worker, which is a browser's, in node.

import { parentPort } from 'node:worker_threads';

globalThis.onmessage = null;
globalThis.postMessage = (message) => parentPort.postMessage(message);
await import('./worker.js');
parentPort.on('message', (data) => globalThis.onmessage({ data }));
