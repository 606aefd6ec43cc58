// The program within the page: what the page asks a server elsewhere, workers answer here. Nothing is sent anywhere.

/** What takes long has a worker of its own, so that what is short need not wait for it. */
const takesLong = (path) => /^\/(choose|compare|review|evening|field|others|open)$|^\/api\//.test(path);

const TROUBLE = {
  fault: 'that went wrong, and the program is to blame; it has begun anew, and the deal is kept',
  ended: 'the browser has ended that, perhaps for want of memory; the program has begun anew, and the deal is kept',
  full: 'there is not enough memory for that; the program has begun anew, and the deal is kept',
  lost: 'the program cannot be loaded: is the network there? Load the page anew once it is',
  large: 'that cannot be read: it is too large',
};

const load = globalThis.fetch.bind(globalThis);

/** The most memory that threads may share, in pages of 64 KiB: what site/wasm says, a gibibyte. */
const MOST_PAGES = 16384;

/** The most threads: each has tables of its own, in the memory that all share. */
const MOST_THREADS = 8;

/** How many threads a search has. Only the pages of a host that isolates them may share a memory among threads. */
function threads() {
  if (!globalThis.crossOriginIsolated) return 1;
  try {
    // Not every machine lends so much.
    new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true });
    return Math.min(navigator.hardwareConcurrency, MOST_THREADS);
  } catch {
    return 1;
  }
}

const THREADS = threads();
const [PROGRAM, WORKER] = THREADS > 1 ? ['threads.wasm', 'worker-threads.js'] : ['falsecard.wasm', 'worker.js'];

/** The program, compiled once for all workers. */
let compiled = null;

async function compile() {
  const answer = await load(new URL(PROGRAM, import.meta.url));
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  // Not every host says what kind of file it is.
  const isNamed = answer.headers.get('content-type') === 'application/wasm';
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** A worker, with its threads, and the questions that wait for it; the first is under way. */
class Desk {
  /** The worker, and then its threads. */
  #workers = [];
  /** Until it can be asked. */
  #ready = null;
  #waiting = [];
  #isBusy = false;
  #threads;
  /** Whether a question that nobody waits for is stopped, which ends the worker. */
  #stops;

  constructor(threads, stops) {
    this.#threads = threads;
    this.#stops = stops;
    this.#begun().catch(() => {});
  }

  #begun() {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  async #start() {
    compiled ??= compile();
    const mine = [];
    this.#workers = mine;
    try {
      const memory = await this.#hire(mine);
      if (this.#threads === 1) return;
      await Promise.all(Array.from({ length: this.#threads }, () => this.#hire(mine, memory)));
      mine[0].postMessage({ threads: this.#threads });
    } catch (error) {
      compiled = null;
      if (this.#workers === mine) this.#end();
      throw error;
    }
  }

  /** One more worker, by itself or a thread that shares a memory; gives the memory that others can share. */
  async #hire(mine, shared) {
    const worker = new Worker(new URL(WORKER, import.meta.url), { type: 'module' });
    mine.push(worker);
    // What one that was ended has still said is for nobody.
    const isMine = () => this.#workers === mine;
    const lock = `falsecard ${Date.now()} ${Math.random()}`;
    const ready = new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        if (!isMine()) return;
        if (!data.ready) return void this.#heard(data);
        resolve(data.memory);
        // The worker holds the lock as long as it lives. Browsers do not tell of one that they end.
        navigator.locks?.request(lock, () => isMine() && this.#fail('ended'));
      };
    });
    worker.onerror = (event) => {
      event.preventDefault();
      if (isMine()) this.#fail('lost');
    };
    worker.postMessage({ program: await compiled, shared, lock });
    return ready;
  }

  #end() {
    this.#workers.forEach((worker) => worker.terminate());
    this.#workers = [];
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
    else this.#workers[0].postMessage({ path: question.path, sent: question.sent }, [question.sent]);
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

const desks = globalThis.cannot ? null : { short: new Desk(1, false), long: new Desk(THREADS, true) };

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
  const desk = takesLong(path) ? desks.long : desks.short;
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

navigator.serviceWorker?.register(new URL(THREADS > 1 ? 'offline.js?threads' : 'offline.js', import.meta.url)).catch(() => {
  // Then it is there as long as the network is.
});
