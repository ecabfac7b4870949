import { computed, Injectable, signal } from '@angular/core';
import { ApiProblem } from '../../../../shared/http/api-problem';
import type { FoundMatch, MatchSource, WantedText } from './match-source';

/** What find of one table stands at. Provided by the table. */
@Injectable()
export class TableFind {
  private readonly opened = signal(false);
  private readonly current = signal<FoundMatch | null>(null);
  private readonly searching = signal(false);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly matchRows = signal<readonly number[]>([]);
  private source: MatchSource | null = null;
  private turn = 0;

  readonly isOpen = this.opened.asReadonly();
  readonly text = signal('');
  readonly isExact = signal(false);
  /** What is looked for; null while nothing is. */
  readonly wanted = computed<WantedText | null>(() =>
    this.isOpen() && this.text() !== '' ? { text: this.text(), isExact: this.isExact() } : null,
  );
  /** The match that one is at; null where there is none. */
  readonly found = this.current.asReadonly();
  readonly isSearching = this.searching.asReadonly();
  readonly problem = this.failure.asReadonly();
  /** The rows with matches, for the scrollbar. */
  readonly rows = this.matchRows.asReadonly();

  open(): void {
    this.opened.set(true);
  }

  close(): void {
    this.opened.set(false);
    void this.search(null, 0);
  }

  /** Looks for the matches of a source, from a row on; null gives up. */
  async search(source: MatchSource | null, fromRow: number): Promise<void> {
    this.source = source;
    this.matchRows.set([]);
    if (!source) {
      this.turn += 1;
      this.current.set(null);
      this.searching.set(false);
      return;
    }
    await this.take((matches) => matches.from(this.current()?.match.row ?? fromRow));
    const rows = await source.rows().catch(() => []);
    if (this.source === source) this.matchRows.set(rows);
  }

  /** Goes to the next match, or to the one before. */
  async step(by: 1 | -1): Promise<void> {
    const at = this.current()?.match;
    if (at) await this.take((source) => source.step(at, by));
  }

  private async take(ask: (source: MatchSource) => Promise<FoundMatch | null>): Promise<void> {
    if (!this.source) return;
    const turn = (this.turn += 1);
    this.searching.set(true);
    this.failure.set(null);
    try {
      const found = await ask(this.source);
      if (turn === this.turn) this.current.set(found);
    } catch (error) {
      if (turn === this.turn) this.failure.set(ApiProblem.from(error));
    }
    if (turn === this.turn) this.searching.set(false);
  }
}
