// The engine of falsecard, asked from JavaScript. Questions are answered one after another by a worker, and so block nothing.

import { compile, start } from '#host';

const TROUBLE = {
  fault: 'that went wrong, and falsecard is to blame',
  full: 'there is not enough memory for that',
};

/** The program, compiled once. */
let compiled = null;

/** The worker; none before the first question, nor after a fault. */
let worker = null;

/** What hears the worker: whoever is being answered. */
let hear = null;

/** The last question. */
let last = Promise.resolve();

async function answered(path, question) {
  compiled ??= compile().catch((error) => {
    compiled = null;
    throw error;
  });
  const program = await compiled;
  if (!worker) {
    worker = start((message) => hear?.(message), () => hear?.({ fault: 'fault' }));
    worker.postMessage({ program });
  }
  worker.ref?.();
  const sent = new TextEncoder().encode(JSON.stringify(question)).buffer;
  const [status, text] = await new Promise((resolve, reject) => {
    let [status, text] = [0, ''];
    hear = (message) => {
      status = message.status ?? status;
      text += message.piece ?? '';
      if (message.done) resolve([status, text]);
      if (!message.fault) return;
      // A worker that has failed cannot go on.
      worker.terminate();
      worker = null;
      reject(new Error(TROUBLE[message.fault]));
    };
    worker.postMessage({ path, sent }, [sent]);
  }).finally(() => worker?.unref?.());
  const answer = JSON.parse(text);
  if (status !== 200) throw new Error(answer.error.message);
  return answer;
}

function ask(kind, question) {
  const answer = last.then(() => answered(`/api/${kind}`, question));
  last = answer.catch(() => {});
  return answer;
}

const about = (kind) => (deal, options) => ask(kind, { ...options, deal });

export const choose = about('choose');
export const explain = about('explain');
export const believe = about('believe');
export const signal = about('signal');
export const dd = about('dd');
export const review = about('review');
export const convert = about('convert');

export const suit = (suit, options) => ask('suit', { ...options, suit });

const HAND = /^[AKQJT2-9]*(\.[AKQJT2-9]*){3}$/i;

export const bid = (deal, options) => ask('bid', { ...options, [HAND.test(deal) ? 'hand' : 'deal']: deal });
