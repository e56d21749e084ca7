// Shows a page when the program cannot be reached.

const store = "offline-VERSION";
const files = ["/offline", "/style.css?STYLE", "/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== store).map((name) => caches.delete(name))))
      .then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline")));
    return;
  }
  const path = new URL(request.url);
  if (files.includes(path.pathname + path.search)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});
