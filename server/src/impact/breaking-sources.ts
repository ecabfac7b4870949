import { Injectable } from '@nestjs/common';
import type { TracedChange } from '#libs/catalog';

/** Which changes of one connection's schema are behind something that is broken now. */
export interface BreakingChanges {
  /** ISO 8601: what was found before then is not. */
  readonly since: string;
  /** The tables that they are of, as they are shown: a record of no such table needs not be read. */
  readonly tables: ReadonlySet<string>;
  readonly has: (change: TracedChange) => boolean;
}

/** Knows one kind of thing that changes of a connection's schema break; null where nothing is broken. */
export type BreakingSource = (connectionId: string) => Promise<BreakingChanges | null>;

/** Where features say what of theirs is broken by changes of a schema, so that callers need not know them. */
@Injectable()
export class BreakingSources {
  private readonly sources: BreakingSource[] = [];

  /** Adds a source; called once by the feature that it belongs to, when its module starts. */
  add(source: BreakingSource): void {
    this.sources.push(source);
  }

  /** What is broken now on a connection, in the order of the sources; none where nothing is. */
  async find(connectionId: string): Promise<BreakingChanges[]> {
    const found = await Promise.all(this.sources.map((source) => source(connectionId)));
    return found.filter((breaking) => breaking !== null);
  }
}
