import { keysWith, readItem, writeItem } from './browser-storage';

/** A text that was not kept, with the one that the browser had under its key at that time. */
interface UnkeptItem {
  readonly text: string;
  readonly stored: string | null;
}

/** Texts that a browser remembers; one that it has no room for is known until the page is reloaded. */
export class KeptItems {
  private readonly unkept = new Map<string, UnkeptItem>();

  /** The text under a key, or null; what another window has written since is newer than what was not kept. */
  read(key: string): string | null {
    const stored = readItem(key);
    const unkept = this.unkept.get(key);
    return unkept?.stored === stored ? unkept.text : stored;
  }

  /** Remembers a text, and forgets the key with null. */
  write(key: string, text: string | null): void {
    if (writeItem(key, text) || text === null) this.unkept.delete(key);
    else this.unkept.set(key, { text, stored: readItem(key) });
  }

  /** The keys that begin with a text. */
  keysWith(prefix: string): string[] {
    const unkept = [...this.unkept.keys()].filter((key) => key.startsWith(prefix));
    return [...new Set([...keysWith(prefix), ...unkept])];
  }
}
