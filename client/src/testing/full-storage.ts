import { writeItem } from '../app/shared/storage/browser-storage';

const KEY = 'filler';

/** Fills the storage of the browser until it has no room for another character. */
export function fillStorage(): void {
  let length = 0;
  for (let step = 2 ** 23; step >= 1; step /= 2) {
    if (writeItem(KEY, 'x'.repeat(length + step))) length += step;
  }
}

/** Takes what fills the storage away. */
export function emptyStorage(): void {
  writeItem(KEY, null);
}
