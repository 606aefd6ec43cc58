// Answers one question after another, or is one of the threads of a worker that does. Whatever goes wrong is told, and the page
// then begins with a worker anew.

import * as falsecard from './falsecard.js';

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

const trouble = () => postMessage({ fault: isFull() ? 'full' : 'fault' });

function begin({ program, shared, lock }) {
  ({ memory } = falsecard.initSync({ module: program, memory: shared }));
  const isThread = Boolean(shared);
  const isShared = globalThis.crossOriginIsolated && memory.buffer instanceof SharedArrayBuffer;
  const ready = () => {
    postMessage({ ready: true, memory: isShared ? memory : null });
    // It does not return: a thread hears nothing more.
    if (isThread) setTimeout(join);
  };
  if (!lock || !navigator.locks) return ready();
  // It is held until the worker ends.
  navigator.locks.request(lock, () => {
    ready();
    return new Promise(() => {});
  });
}

function join() {
  try {
    falsecard.join_threads();
  } catch {
    trouble();
  }
}

function answer(path, sent) {
  try {
    const begin = (status, kind) => postMessage({ status, kind });
    falsecard.answer(path, new Uint8Array(sent), begin, (piece) => postMessage({ piece }));
    postMessage({ done: true });
  } catch {
    trouble();
  }
}

onmessage = ({ data }) => {
  if (data.program) return begin(data);
  if (data.threads) return falsecard.begin_threads(data.threads);
  answer(data.path, data.sent);
};
