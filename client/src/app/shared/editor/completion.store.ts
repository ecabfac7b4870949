import { inject, Service } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { CompletionAnswer } from '#libs/api';
import { SingleFlight } from '#libs/async';
import { dialectOf } from '#libs/dialects';
import { complete, indexCatalog, valuePlace } from '#libs/sql';
import type { CatalogIndex, SelectedTable } from '#libs/sql';
import { LiveEvents } from '../http/live-events';
import { SettingsStore } from '../settings/settings.store';
import { SnippetsStore } from '../settings/snippets.store';
import { EditorApi } from './editor-api';
import { offeredItems } from './offered-items';
import type { OfferedItems } from './offered-items';

/** A catalog that is older than this is asked for again at the next use; others change it, too. */
const FRESH_MS = 30_000;
/** What was known before is used when the answer takes longer than this. */
const PATIENCE_MS = 400;
/** Catalogs kept in memory; a large one takes some 20 MB. */
const MAX_KEPT = 4;

interface Kept {
  readonly index: CatalogIndex;
  readonly readAtMs: number;
  /** How often the catalog was known to have changed when the reading began. */
  readonly changes: number;
}

interface Question {
  readonly connectionId: string;
  readonly sql: string;
  readonly offset: number;
  readonly selected: SelectedTable | null;
}

/**
 * What editors complete with, by connection. The catalog comes over the wire once: the browser keeps it with its tag
 * and the server only confirms it until it changes.
 */
@Service()
export class CompletionStore {
  private readonly api = inject(EditorApi);
  private readonly settings = inject(SettingsStore);
  private readonly snippets = inject(SnippetsStore);
  private readonly kept = new Map<string, Kept>();
  private readonly reading = new SingleFlight<void>();
  private readonly changes = new Map<string, number>();
  /** How often a connection itself has changed, so that its catalog may be of another database. */
  private readonly replacements = new Map<string, number>();
  private asking = new AbortController();

  constructor() {
    const live = inject(LiveEvents);
    live
      .on('studio.run_finished')
      .pipe(takeUntilDestroyed())
      .subscribe(({ connection_id: id }) => this.noteChange(id));
    live
      .on('connections.changed')
      .pipe(takeUntilDestroyed())
      .subscribe(({ connection_ids: ids }) => ids.forEach((id) => this.forget(id)));
  }

  /** The catalog of a connection has changed: it is read again at its next use. */
  noteChange(connectionId: string): void {
    this.changes.set(connectionId, this.changesOf(connectionId) + 1);
  }

  private forget(connectionId: string): void {
    this.kept.delete(connectionId);
    this.replacements.set(connectionId, (this.replacements.get(connectionId) ?? 0) + 1);
  }

  /** Reads a connection's catalog and the person's snippets before they are first needed. Never rejects: without it nothing is offered. */
  prepare(connectionId: string): void {
    void this.snippets.load();
    if (!this.kept.has(connectionId)) void this.read(connectionId);
  }

  /**
   * What can stand at an offset of a text on a connection, with a table that the person looks at first; null while nothing
   * is known of it. In a text that is compared with a column, its values.
   */
  async complete(
    connectionId: string,
    sql: string,
    offset: number,
    selected: SelectedTable | null = null,
  ): Promise<OfferedItems | null> {
    this.asking.abort();
    const answer = await this.completeNames({ connectionId, sql, offset, selected });
    const values = answer?.items.length === 0 ? await this.values(connectionId, sql, offset) : null;
    const found = values ?? answer;
    return found === null ? null : this.offered(found, sql, offset);
  }

  /** What can stand at an offset of a text that reads other tables than those of a connection. */
  completeFrom(index: CatalogIndex, sql: string, offset: number): OfferedItems {
    return this.offered(complete(index, sql, offset), sql, offset);
  }

  private offered(answer: CompletionAnswer, sql: string, offset: number): OfferedItems {
    const own = { keywordCase: this.settings.studio().keyword_case, snippets: this.snippets.snippets() };
    return offeredItems(answer, sql, offset, own);
  }

  /** Each question stops the one before: a person has typed on. */
  private async values(connectionId: string, sql: string, offset: number): Promise<CompletionAnswer | null> {
    const index = this.kept.get(connectionId)?.index;
    const place = index ? valuePlace(index, sql, offset) : null;
    if (!index || place === null) return null;
    this.asking = new AbortController();
    const found = await this.api.completionValues(connectionId, place, this.asking.signal).catch(() => null);
    if (found === null) return null;
    const { textLiteral } = dialectOf(index.catalog.dialect).values;
    const detail = `${place.table}.${place.column}`;
    const items = found.items.map((value) => {
      return { label: value, insert_text: textLiteral(value), kind: 'value' as const, detail };
    });
    return { start: place.start, end: place.end, items, is_incomplete: found.is_incomplete };
  }

  private async completeNames(question: Question): Promise<CompletionAnswer | null> {
    const { connectionId, sql, offset } = question;
    if (this.isFresh(connectionId)) return this.answer(question);
    const reading = this.read(connectionId);
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([reading, patience]);
    const early = this.answer(question);
    // Where what was known before has nothing that begins so, a late answer is better.
    if (early !== null && hasBeginning(early, sql.slice(early.start, offset))) return early;
    await reading;
    return this.answer(question);
  }

  private answer({ connectionId, sql, offset, selected }: Question): CompletionAnswer | null {
    const index = this.kept.get(connectionId)?.index;
    return index ? complete(index, sql, offset, selected) : null;
  }

  /** What is known of a connection's catalog, read when nothing is; null where it cannot be read. */
  async index(connectionId: string): Promise<CatalogIndex | null> {
    if (!this.kept.has(connectionId)) await this.read(connectionId);
    return this.kept.get(connectionId)?.index ?? null;
  }

  private isFresh(connectionId: string): boolean {
    const kept = this.kept.get(connectionId);
    return kept?.changes === this.changesOf(connectionId) && Date.now() - kept.readAtMs < FRESH_MS;
  }

  private changesOf(connectionId: string): number {
    return this.changes.get(connectionId) ?? 0;
  }

  private read(connectionId: string): Promise<void> {
    return this.reading.run(connectionId, () => this.readNow(connectionId));
  }

  private async readNow(connectionId: string): Promise<void> {
    // What changes while it is read may be in it or not: it is read once more then.
    const [changes, replacements] = [this.changesOf(connectionId), this.replacements.get(connectionId)];
    try {
      const index = indexCatalog(await this.api.completion(connectionId));
      if (replacements !== this.replacements.get(connectionId)) {
        await this.readNow(connectionId);
        return;
      }
      this.kept.delete(connectionId);
      this.kept.set(connectionId, { index, readAtMs: Date.now(), changes });
      for (const oldest of [...this.kept.keys()].slice(0, -MAX_KEPT)) this.kept.delete(oldest);
    } catch {
      // A connection that cannot be reached says so where it is used; what was known of it stays of use.
    }
  }
}

function hasBeginning({ items }: CompletionAnswer, typed: string): boolean {
  return items.some(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
}
