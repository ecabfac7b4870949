import { inject, Service, signal } from '@angular/core';
import type { Connection } from '#libs/api';
import { ApiProblem } from '../../../shared/http/api-problem';
import { SchemaApi } from '../schema-api';
import { objectHit, rankHits, tableHit } from './search-hits';
import type { SearchHit } from './search-hits';

/** Connections that are searched at a time: each may have to be opened first. */
const AT_ONCE = 4;

/** What a search has found so far. */
export interface SearchState {
  readonly words: string;
  readonly hits: readonly SearchHit[];
  /** Connections that have not answered yet. */
  readonly waiting: number;
  readonly failures: readonly { readonly connection: Connection; readonly detail: string }[];
  readonly isCancelled: boolean;
}

const NOTHING: SearchState = { words: '', hits: [], waiting: 0, failures: [], isCancelled: false };

/** Searches the catalogs of connections by name; answers are shown as they come, and a new search stops the one before. */
@Service({ autoProvided: false })
export class CatalogSearch {
  private readonly api = inject(SchemaApi);
  private readonly known = signal<SearchState>(NOTHING);
  private running = new AbortController();

  readonly state = this.known.asReadonly();

  /** Searches each connection; without words there is nothing to find. */
  start(words: string, connections: readonly Connection[]): void {
    this.running.abort();
    this.running = new AbortController();
    const { signal: stop } = this.running;
    const isEmpty = words.trim() === '';
    this.known.set({ ...NOTHING, words, waiting: isEmpty ? 0 : connections.length });
    if (isEmpty) return;
    const left = [...connections];
    for (let worker = 0; worker < AT_ONCE; worker += 1) void this.work(words.trim(), left, stop);
  }

  /** Stops the search; what was found stays. */
  cancel(): void {
    this.running.abort();
    if (this.known().waiting > 0) this.known.update((state) => ({ ...state, waiting: 0, isCancelled: true }));
  }

  private async work(words: string, left: Connection[], stop: AbortSignal): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const connection = next;
      // What was stopped never settles, and the loop ends with it.
      const found = await this.search(connection, words, stop).catch((error: unknown) => ApiProblem.from(error));
      if (isStopped(stop)) return;
      this.known.update((state) => ({
        ...state,
        waiting: state.waiting - 1,
        ...(found instanceof ApiProblem
          ? { failures: [...state.failures, { connection, detail: found.detail }] }
          : { hits: rankHits([...state.hits, ...found], words) }),
      }));
    }
  }

  private async search({ id, capabilities }: Connection, words: string, stop: AbortSignal): Promise<SearchHit[]> {
    const [tables, objects] = await Promise.all([
      this.api.findTables(id, words, stop),
      capabilities.objects.length === 0 ? [] : this.api.findObjects(id, words, stop),
    ]);
    return [...tables.map(tableHit), ...objects.map((object) => objectHit(id, object))];
  }
}

/** A function, so that TypeScript does not narrow across the await. */
function isStopped({ aborted }: AbortSignal): boolean {
  return aborted;
}
