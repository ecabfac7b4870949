import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { KeyedMutex } from '#libs/async';
import { inOrder, viewImpact } from '#libs/impact';
import type { ImpactItem } from '#libs/impact';
import type { Catalog, TracedChange } from '#libs/catalog';
import type { RehearsedStatement } from '../connections/index.js';
import { ImpactSources } from '../impact/index.js';
import { Clock } from '../platform/index.js';
import { CatalogSource } from './catalog-source.js';
import { catalogOf } from './catalog-of.js';
import { compareContents, contentOf } from './snapshot-content.js';
import { WatchedTables } from './watched-tables.js';

/** What statements would do to a schema. */
export interface RehearsedChange {
  /** Up to the first that failed. */
  readonly statements: readonly RehearsedStatement[];
  readonly before: Catalog;
  /** Null where a statement failed: nothing is known then. */
  readonly after: Catalog | null;
  readonly changes: readonly TracedChange[];
  /** Who relies on what would change. */
  readonly impact: readonly ImpactItem[];
}

/** Tries statements out and reports what they would change; nothing of it is kept, in the database or here. */
@Injectable()
export class RehearsalService {
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly source: CatalogSource,
    private readonly sources: ImpactSources,
    private readonly watched: WatchedTables,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs statements in a transaction that is rolled back and compares the catalog inside it with the one before. Two
   * rehearsals of one connection follow each other, so that they do not wait for each other's locks. Throws what
   * `CatalogSource.rehearse` does.
   */
  async rehearse(
    actor: Actor,
    connectionId: string,
    statements: readonly string[],
    isGone: AbortSignal,
  ): Promise<RehearsedChange> {
    return this.mutex.runExclusive(connectionId, async () => {
      const { before, after, statements: ended } = await this.source.rehearse(actor, connectionId, statements, isGone);
      const catalogs = { before: await catalogOf(before), after: after === null ? null : await catalogOf(after) };
      const known = { statements: ended, ...catalogs };
      if (after === null) return { ...known, changes: [], impact: [] };
      const old = await contentOf(before.tables, before.objects);
      const current = await contentOf(after.tables, after.objects);
      const watched = await this.watched.of(connectionId);
      const { changes } = await compareContents(old, current, {
        isOneDatabase: true,
        isOneVersion: true,
        isOneFormat: true,
        watched,
      });
      const question = { connectionId, foundAt: this.clock.isoNow(), changes };
      const views = viewImpact(changes, before.dependents);
      const impact = inOrder([...(await this.sources.find(actor, question)), ...views]);
      return { ...known, changes, impact };
    });
  }
}
