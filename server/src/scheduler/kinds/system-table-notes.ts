import type { JobLogLine } from '#libs/api';

type Level = JobLogLine['level'];

/** What a database says of its system tables, one sentence for each that it skips: gathered, since they are many. */
export class SystemTableNotes {
  /** How often a sentence was said, by its words with the name left out, and the first one as it was. */
  private readonly said = new Map<string, { readonly first: string; readonly level: Level; count: number }>();

  constructor(private readonly systemTables: ReadonlySet<string>) {}

  /** Takes a sentence; false where it is about no system table. */
  take(message: string, level: Level): boolean {
    const name = (message.match(/[\w$]+/g) ?? []).find((word) => this.systemTables.has(word));
    if (name === undefined) return false;
    const shape = message.replace(name, '…');
    const known = this.said.get(shape);
    if (known === undefined) this.said.set(shape, { first: message, level, count: 1 });
    else known.count += 1;
    return true;
  }

  /** What was taken, in a line for each kind of sentence. */
  lines(): { text: string; level: Level }[] {
    return [...this.said].map(([shape, { first, level, count }]) =>
      count === 1
        ? { text: first, level }
        : { text: `${count.toLocaleString('en')} system tables: ${shape}`, level: 'info' },
    );
  }
}
