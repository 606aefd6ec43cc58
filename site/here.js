// The program within the page: what the page asks a server elsewhere, two workers answer here. Nothing is sent anywhere.

/** What takes long has a worker of its own, so that what is short need not wait for it. */
const LONG = ['/choose', '/compare', '/review', '/others', '/open'];

const TROUBLE = {
  fault: 'that went wrong, and the program is to blame; it has begun anew, and the deal is kept',
  ended: 'the browser has ended that, perhaps for want of memory; the program has begun anew, and the deal is kept',
  full: 'there is not enough memory for that; the program has begun anew, and the deal is kept',
  lost: 'the program cannot be loaded: is the network there? Load the page anew once it is',
  large: 'that cannot be read: it is too large',
};

const load = globalThis.fetch.bind(globalThis);

/** The program, compiled once for all workers. */
let compiled = null;

async function compile() {
  const answer = await load(new URL('falsecard.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  // Not every host says what kind of file it is.
  const isNamed = answer.headers.get('content-type') === 'application/wasm';
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** A worker and the questions that wait for it; the first is under way. */
class Desk {
  #worker = null;
  /** Until it can be asked. */
  #ready = null;
  #waiting = [];
  #isBusy = false;
  /** Whether a question that nobody waits for is stopped, which ends the worker. */
  #stops;

  constructor(stops) {
    this.#stops = stops;
    this.#begun().catch(() => {});
  }

  #begun() {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  async #start() {
    compiled ??= compile();
    const mine = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.#worker = mine;
    // What one that was ended has still said is for nobody.
    const isMine = () => this.#worker === mine;
    const lock = `falsecard ${Date.now()} ${Math.random()}`;
    const ready = new Promise((resolve) => {
      mine.onmessage = ({ data }) => {
        if (!isMine()) return;
        if (!data.ready) return void this.#heard(data);
        resolve();
        // The worker holds the lock as long as it lives. Browsers do not tell of one that they end.
        navigator.locks?.request(lock, () => isMine() && this.#fail('ended'));
      };
    });
    mine.onerror = (event) => {
      event.preventDefault();
      if (isMine()) this.#fail('lost');
    };
    try {
      mine.postMessage({ program: await compiled, lock });
    } catch (error) {
      compiled = null;
      if (isMine()) this.#end();
      throw error;
    }
    await ready;
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
  }

  ask(question) {
    this.#waiting.push(question);
    this.#next();
  }

  async #next() {
    if (this.#isBusy || !this.#waiting.length) return;
    this.#isBusy = true;
    const [question] = this.#waiting;
    let why = null;
    try {
      await this.#begun();
    } catch {
      why = 'lost';
    }
    // Meanwhile it may have been left.
    if (this.#waiting[0] !== question) return;
    if (why) this.#fail(why);
    else this.#worker.postMessage({ path: question.path, sent: question.sent }, [question.sent]);
  }

  #heard({ kind, status, piece, fault, done }) {
    const question = this.#waiting[0];
    if (kind) question.begin(status, kind);
    if (piece !== undefined) question.take(piece);
    if (fault) return this.#fail(fault);
    if (done) this.#done((it) => it.end());
  }

  /** The worker cannot go on: the question is told why, and the next has a new worker. */
  #fail(why) {
    this.#end();
    this.#done((it) => it.fail(TROUBLE[why]));
  }

  #done(tell) {
    const question = this.#waiting.shift();
    this.#isBusy = false;
    if (question) tell(question);
    this.#next();
  }

  /** Nobody waits for the answer any more. */
  leave(question) {
    const at = this.#waiting.indexOf(question);
    if (at > 0) this.#waiting.splice(at, 1);
    if (at !== 0 || !this.#stops) return;
    this.#end();
    this.#done(() => {});
  }
}

const desks = globalThis.cannot ? null : { short: new Desk(false), long: new Desk(true) };

const refusal = (why) => new Response(why, { status: 500 });

/** What the page takes for a server. */
globalThis.fetch = async (path, { body = '', signal } = {}) => {
  if (path === '/file') return new Response(null, { status: 204 });
  if (!desks) return refusal(globalThis.cannot);
  let sent;
  try {
    sent = await new Response(body).arrayBuffer();
  } catch {
    return refusal(TROUBLE.large);
  }
  signal?.throwIfAborted();
  const desk = LONG.includes(path) ? desks.long : desks.short;
  return new Promise((resolve, reject) => {
    const letters = new TextEncoder();
    let pieces = null;
    const question = {
      path,
      sent,
      begin(status, kind) {
        const stream = new ReadableStream({
          start(controller) {
            pieces = controller;
          },
          cancel() {
            pieces = null;
            desk.leave(question);
          },
        });
        resolve(new Response(stream, { status, headers: { 'content-type': kind } }));
      },
      take: (piece) => pieces?.enqueue(letters.encode(piece)),
      end() {
        pieces?.close();
        pieces = null;
      },
      fail(why) {
        if (pieces) pieces.error(new Error(why));
        else resolve(refusal(why));
        pieces = null;
      },
    };
    signal?.addEventListener('abort', () => {
      reject(signal.reason);
      pieces?.error(signal.reason);
      pieces = null;
      desk.leave(question);
    });
    desk.ask(question);
  });
};

navigator.serviceWorker?.register(new URL('offline.js', import.meta.url)).catch(() => {
  // Then it is there as long as the network is.
});
