import { inject, Service, signal } from '@angular/core';
import type { SavedQuery } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { LayersApi } from './layers-api';

/**
 * A saved query of the list, and what the database says of it: a layer, no layer, not asked yet, or unknown, as while
 * the database cannot be reached.
 */
export interface ListedLayer {
  readonly query: SavedQuery;
  readonly state: 'asking' | 'layer' | 'none' | 'unknown';
  /** Why it is slow, no layer or unknown; empty where there is nothing to say. */
  readonly note: string;
}

/** Saved queries that may be layers. Whether one is, its database decides, query after query. */
@Service({ autoProvided: false })
export class LayerListStore {
  private readonly api = inject(LayersApi);
  private readonly listed = signal<readonly ListedLayer[] | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly more = signal(false);
  private round = 0;

  /** Null until the first answer. */
  readonly layers = this.listed.asReadonly();
  readonly problem = this.failure.asReadonly();
  /** Whether there are more saved queries than were looked at. */
  readonly hasMore = this.more.asReadonly();

  /** Reads the saved queries of the connections that serve tiles, and asks for each what it is. */
  async load(connectionIds: ReadonlySet<string>): Promise<void> {
    const round = ++this.round;
    try {
      const { items, next_cursor: next } = await this.api.queries();
      if (round !== this.round) return;
      const queries = items.filter(({ connection_id: id }) => connectionIds.has(id));
      this.failure.set(null);
      this.more.set(next !== null);
      this.listed.set(queries.map((query) => ({ query, state: 'asking', note: '' })));
      for (const query of queries) {
        const answer = await this.read(query.id);
        if (round !== this.round) return;
        this.take(query.id, answer);
      }
    } catch (error) {
      if (round === this.round) this.failure.set(ApiProblem.from(error));
    }
  }

  /** Asks anew for one query; what is known of it stays until the answer. */
  async ask(queryId: string): Promise<void> {
    const { round } = this;
    const answer = await this.read(queryId);
    if (round === this.round) this.take(queryId, answer);
  }

  /** Ends what is still being asked. */
  stop(): void {
    this.round += 1;
  }

  private async read(queryId: string): Promise<Pick<ListedLayer, 'state' | 'note'>> {
    try {
      const { hint, refusal } = await this.api.hint(queryId);
      return refusal === null ? { state: 'layer', note: hint ?? '' } : { state: 'none', note: refusal };
    } catch (error) {
      return { state: 'unknown', note: ApiProblem.from(error).detail };
    }
  }

  private take(queryId: string, answer: Pick<ListedLayer, 'state' | 'note'>): void {
    this.listed.update((all) => all?.map((one) => (one.query.id === queryId ? { ...one, ...answer } : one)) ?? null);
  }
}
