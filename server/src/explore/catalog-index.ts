import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Connection, ExploreFailure } from '#libs/api';
import { SingleFlight } from '#libs/async';
import type { EventMap } from '#libs/events';
import { searchIndex } from '#libs/explore';
import type { SearchIndex } from '#libs/explore';
import { Epochs } from '#libs/memory';
import { ConnectionsQueries } from '../connections/index.js';
import { OnBusEvent, Problem } from '../platform/index.js';

/** A catalog that was read this long ago is asked whether it is still the same. */
const FRESH_MS = 10_000;
/** A connection that takes longer is left out of this search; reading goes on for the next one. */
const PATIENCE_MS = 4_000;

interface Held {
  readonly index: SearchIndex | null;
  readonly fingerprint: string | null;
  /** Of the monotonic clock: one that is set back keeps no catalog fresh. */
  readonly readAtMs: number;
  readonly failure: Problem | null;
}

/** The catalogs of all connections, held ready to be searched. */
@Injectable()
export class CatalogIndex {
  readonly #held = new Map<string, Held>();
  readonly #reading = new SingleFlight<Held>();
  readonly #epochs = new Epochs();

  constructor(private readonly connections: ConnectionsQueries) {}

  /** Connections may lead to other databases now; what is being read is of the former ones. */
  @OnBusEvent('connections.changed')
  forget({ connection_ids: ids }: EventMap['connections.changed']): void {
    for (const id of ids) {
      this.#held.delete(id);
      this.#epochs.end(id);
    }
  }

  /** The catalog of a connection that `actor` may see; throws why there is none. */
  async of(actor: Actor, connectionId: string): Promise<SearchIndex> {
    const { index, failure } = await this.#current(actor, this.connections.get(actor, connectionId));
    if (index === null) throw failure ?? new Problem('connection-unusable');
    return index;
  }

  /** The catalogs of all that `actor` may see, or of one, and which could not be had in time. */
  async all(
    actor: Actor,
    connectionId: string | undefined,
  ): Promise<{ indexes: SearchIndex[]; failures: ExploreFailure[] }> {
    const listed =
      connectionId === undefined ? this.connections.list(actor).items : [this.connections.get(actor, connectionId)];
    const held = await Promise.all(listed.map((connection) => this.#inTime(actor, connection)));
    const indexes = held.flatMap(({ index }) => (index === null ? [] : [index]));
    const failures = held.flatMap(({ failure }, place) => {
      return failure === null
        ? []
        : [{ connection_id: listed[place]?.id ?? '', code: failure.code, detail: failure.message }];
    });
    return { indexes, failures };
  }

  async #inTime(actor: Actor, connection: Connection): Promise<Held> {
    const { promise: late, resolve } = Promise.withResolvers<Held>();
    const failure = new Problem('connection-timeout', 'The catalog is still being read. Try again in a moment.');
    const known = this.#held.get(connection.id);
    const timer = setTimeout(() => {
      resolve(known?.index ? known : { index: null, fingerprint: null, readAtMs: -Infinity, failure });
    }, PATIENCE_MS);
    const held = await Promise.race([this.#current(actor, connection), late]);
    clearTimeout(timer);
    return held;
  }

  #current(actor: Actor, { id }: Connection): Promise<Held> {
    const held = this.#held.get(id);
    if (held && performance.now() - held.readAtMs < FRESH_MS) return Promise.resolve(held);
    return this.#reading.run(`${id} ${this.#epochs.of(id)}`, () => this.#read(actor, id, held));
  }

  async #read(actor: Actor, id: string, held: Held | undefined): Promise<Held> {
    const readAtMs = performance.now();
    const epoch = this.#epochs.of(id);
    const next = await this.connections.completion(actor, id, held?.fingerprint ?? null).then(
      (reading): Held => {
        if (reading === null && held) return { ...held, readAtMs, failure: null };
        if (reading === null) throw new Error('A catalog that was never read cannot be unchanged.');
        const index = searchIndex(id, reading.catalog);
        return { index, fingerprint: reading.fingerprint, readAtMs, failure: null };
      },
      (error: unknown): Held => {
        const failure =
          error instanceof Problem
            ? error
            : new Problem('connection-unusable', 'The catalog cannot be read. Test the connection.');
        return { index: null, fingerprint: null, readAtMs, failure };
      },
    );
    if (this.#epochs.of(id) === epoch) this.#held.set(id, next);
    return next;
  }
}
