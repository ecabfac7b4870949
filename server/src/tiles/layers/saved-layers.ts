import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SavedQuery } from '#libs/api';
import type { EventMap } from '#libs/events';
import { ConnectionAccess } from '../../connections/index.js';
import { OnBusEvent, Problem } from '../../platform/index.js';
import { SavedQueriesService } from '../../studio/index.js';
import { HeldQueries } from './held-queries.js';
import { ResultLayers } from './result-layers.js';

/** Characters of the queries that are held. */
const MOST_HELD_CHARS = 32 * 1_024 * 1_024;

/**
 * The saved queries behind the tiles. A map asks for hundreds of tiles of one query, so a query is read from the state
 * once and held until it is changed; whether its connection may be seen is looked at each time.
 */
@Injectable()
export class SavedLayers {
  readonly #held = new HeldQueries(MOST_HELD_CHARS);
  /** Grows with every change, so that what was read before one is not held after it. */
  #changes = 0;

  constructor(
    private readonly queries: SavedQueriesService,
    private readonly access: ConnectionAccess,
    private readonly results: ResultLayers,
  ) {}

  /** Has a query read anew at its next use. */
  @OnBusEvent('studio.query_saved')
  @OnBusEvent('studio.query_removed')
  forget({ query_id: queryId }: EventMap['studio.query_saved' | 'studio.query_removed']): void {
    this.#changes += 1;
    this.#held.forget(queryId);
  }

  /** Has every query read anew where changes of other processes may have been missed. */
  @OnBusEvent('state.changed_elsewhere')
  forgetAll({ action }: EventMap['state.changed_elsewhere']): void {
    if (action !== null) return;
    this.#changes += 1;
    this.#held.clear();
  }

  /**
   * The saved query that `actor` sees. Throws `query-not-found`, also where its connection is hidden from them, and
   * `misdirected-request`.
   */
  async get(actor: Actor, queryId: string): Promise<SavedQuery> {
    await this.results.requireOwn(queryId);
    const held = this.results.find(actor, queryId) ?? this.#held.get(queryId, actor.userId);
    if (!held) return this.#read(actor, queryId);
    if (!this.access.maySee(actor, held.connection_id)) throw new Problem('query-not-found');
    return held;
  }

  async #read(actor: Actor, queryId: string): Promise<SavedQuery> {
    const changes = this.#changes;
    const query = await this.queries.get(actor, queryId);
    if (changes !== this.#changes) return query;
    this.#held.put(actor.userId, query);
    return query;
  }
}
