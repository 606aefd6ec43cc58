// Keeps the files of the site, so that it opens without a network after one visit. It keeps nothing else, and sends nothing.

const FILES = [];
const VERSION = '';

/** The program that this browser does not run: with threads where it has one, with one where it has threads. */
const OTHER = new URL(location).search === '?threads' ? /^falsecard\./ : /^threads\./;

/** Sites of one host keep their files apart. */
const OURS = `falsecard ${registration.scope} `;
const KEPT = OURS + VERSION;

addEventListener('install', (event) => {
  const anew = FILES.filter((file) => !OTHER.test(file)).map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(anew)));
});

addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(OURS) && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const kept = caches.open(KEPT).then((files) => files.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((file) => file ?? fetch(event.request)));
});
