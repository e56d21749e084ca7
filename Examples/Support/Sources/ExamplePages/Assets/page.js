// Keeps the parts of a page that have the attribute data-live up to date. Without this script, pages work as well; they
// show changes when they are loaded again.

const connection = document.getElementById("connection");

/** Whether somebody is typing in a part, which must not be replaced then. */
function isInUse(part) {
  const field = document.activeElement;
  if (part.contains(field) && field.matches("input, textarea, select")) return true;
  return [...part.querySelectorAll("input:not([type=hidden]), textarea")].some(
    (field) => field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
}

function replace(part, fresh) {
  if (part.outerHTML === fresh.outerHTML || isInUse(part)) return;
  const controls = () => [...part.querySelectorAll("a, button, summary")];
  const focused = controls().indexOf(document.activeElement);
  const known = new Set([...part.querySelectorAll("[data-key]")].map((item) => item.dataset.key));
  part.replaceChildren(...fresh.childNodes);
  for (const item of part.querySelectorAll("[data-key]")) {
    if (!known.has(item.dataset.key)) item.classList.add("fresh");
  }
  controls()[focused]?.focus({ preventScroll: true });
}

let isUpdating = false;
let isOutdated = false;

async function update() {
  if (isUpdating) {
    isOutdated = true;
    return;
  }
  isUpdating = true;
  do {
    isOutdated = false;
    try {
      const response = await fetch(location.href, { headers: { "X-Update": "1" } });
      if (!response.ok) break;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const part of document.querySelectorAll("[data-live]")) {
        const fresh = page.querySelector(`[data-live="${CSS.escape(part.dataset.live)}"]`);
        if (fresh) replace(part, fresh);
      }
    } catch {
      break; // The stream of events notices as well, and connects again.
    }
  } while (isOutdated);
  isUpdating = false;
}

if (document.querySelector("main [data-live]")) {
  const events = new EventSource("/events");
  let wasClosed = false;
  events.addEventListener("changed", update);
  events.addEventListener("open", () => {
    connection.hidden = true;
    if (wasClosed) update();
    wasClosed = false;
    document.documentElement.dataset.connected = "yes";
  });
  events.addEventListener("error", () => {
    wasClosed = true;
    connection.hidden = false;
    delete document.documentElement.dataset.connected;
  });
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

// Forms that change at once when something is chosen.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

// The field with the first mistake.
document.querySelector("[aria-invalid]")?.focus();

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js");
