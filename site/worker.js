// Answers one question after another. Whatever goes wrong is told, and the page then begins with a worker anew.

import { answer, initSync } from './falsecard.js';

/** The memory that must still be free, in pages of 64 KiB, or it counts as full: 16 MiB. */
const FREE = 256;

let memory = null;

function isFull() {
  try {
    memory.grow(FREE);
    return false;
  } catch {
    return true;
  }
}

const ready = () => postMessage({ ready: true });

onmessage = ({ data: { program, lock, path, sent } }) => {
  if (program) {
    ({ memory } = initSync({ module: program }));
    if (!lock || !navigator.locks) return ready();
    // It is held until the worker ends.
    navigator.locks.request(lock, () => {
      ready();
      return new Promise(() => {});
    });
    return;
  }
  try {
    const begin = (status, kind) => postMessage({ status, kind });
    answer(path, new Uint8Array(sent), begin, (piece) => postMessage({ piece }));
    postMessage({ done: true });
  } catch {
    postMessage({ fault: isFull() ? 'full' : 'fault' });
  }
};
