/** `local` is for all tabs of this browser, and lasts; `session` is for one tab and its reloads. */
export type StorageArea = 'local' | 'session';

/**
 * The text under a key; null where there is none, and where the browser keeps nothing for pages (blocked cookies,
 * policies): there, even to name the storage throws.
 */
export function readItem(key: string, area: StorageArea = 'local'): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, and forgets the key with null; false where the browser has no room, or keeps nothing. */
export function writeItem(key: string, text: string | null, area: StorageArea = 'local'): boolean {
  try {
    if (text === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The keys of `local` that begin with a text. */
export function keysWith(prefix: string): string[] {
  try {
    return Object.keys(storageOf('local')).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function storageOf(area: StorageArea): Storage {
  return area === 'local' ? localStorage : sessionStorage;
}
