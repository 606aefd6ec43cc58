// What runs the program in node.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

export const compile = async () => WebAssembly.compile(await readFile(new URL('falsecard.wasm', import.meta.url)));

/** A worker; node need not go on running for it. */
export function start(hear, fail) {
  const worker = new Worker(new URL('worker-node.js', import.meta.url));
  worker.unref();
  return worker.on('message', hear).on('error', fail);
}
