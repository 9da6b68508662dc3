// What the browser remembers, of this tab (sessionStorage) or of all (localStorage).

/** Return the object remembered under a key, or an empty one. */
export function remembered(storage, key) {
  try {
    return JSON.parse(storage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** Remember an object under a key. Storage may be full or switched off: then it lasts until the page is closed. */
export function remember(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The caller still has it.
  }
}
