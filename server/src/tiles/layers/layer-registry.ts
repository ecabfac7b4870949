import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SavedQuery, TileLayerSettings } from '#libs/api';
import { SingleFlight } from '#libs/async';
import type { EventMap } from '#libs/events';
import { Epochs } from '#libs/memory';
import type { SridReading } from '#libs/tiles';
import { ConnectionsQueries } from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';
import { OnBusEvent, Problem } from '../../platform/index.js';
import { isQueryAtFault } from '../read-problem.js';
import type { DescribedLayer } from './described-layer.js';
import { LayerDescriber } from './layer-describer.js';

/** A change of the schema that no one reported is seen after this time at the latest. */
const LASTS_MS = 60_000;
/** Layers that are held; the one that was described first goes first. */
const MOST_HELD = 500;
/** What the database refused is not described again before that: a map asks for dozens of tiles of it at once. */
const REFUSED_MS = 3_000;

/** Why a query was no layer. */
interface Refusal {
  readonly version: number;
  readonly connector: Connector;
  readonly epoch: string;
  readonly error: unknown;
  readonly atMs: number;
}

/** Layers as they were described, until the query, its connection or the schema changes. */
@Injectable()
export class LayerRegistry {
  readonly #held = new Map<string, DescribedLayer>();
  readonly #describing = new SingleFlight<DescribedLayer>();
  readonly #refusals = new Map<string, Refusal>();
  /** When a query was last described anew because its description failed. */
  readonly #renewedAtMs = new Map<string, number>();
  readonly #epochs = new Epochs();
  /** Grows each time that all layers are forgotten. */
  #changes = 0;

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly describer: LayerDescriber,
  ) {}

  /** Has all queries described anew. */
  @OnBusEvent('schema.changed')
  forgetAll(): void {
    this.#changes += 1;
    this.#held.clear();
  }

  /** The layer of a query that `actor` sees; throws why it is none. */
  async layer(actor: Actor, query: SavedQuery, signal: AbortSignal): Promise<DescribedLayer> {
    const connector = await this.connections.connector(actor, query.connection_id);
    const held = this.#held.get(query.id);
    const isFresh = held?.version === query.version && held.connector === connector;
    if (held && isFresh && performance.now() - held.describedAtMs < LASTS_MS) return held;
    const epoch = this.#epochOf(query.id);
    this.#requireUnrefused(query, connector, epoch);
    const layer = await this.#describing.run(
      `${query.id} ${String(query.version)} ${epoch}`,
      (controller) => this.#described(query, connector, epoch, controller.signal),
      signal,
    );
    // What was described before a change is not held after it.
    if (epoch !== this.#epochOf(query.id)) return layer;
    this.#hold(query.id, layer);
    return layer;
  }

  /**
   * The layer to try after the database refused `refused`: its tables may have changed since. Described anew once for all
   * tiles that fail; null where that was done a moment ago. Throws as `layer` does.
   */
  async renewed(
    actor: Actor,
    query: SavedQuery,
    refused: DescribedLayer,
    signal: AbortSignal,
  ): Promise<DescribedLayer | null> {
    if (this.#held.get(query.id)?.describedAtMs === refused.describedAtMs) {
      const now = performance.now();
      if (now - (this.#renewedAtMs.get(query.id) ?? -Infinity) < REFUSED_MS) return null;
      keepNewest(this.#renewedAtMs, query.id, now);
      this.forget(query.id);
    }
    return this.layer(actor, query, signal);
  }

  /** Holds a layer with more readings, and answers it. */
  withReadings(queryId: string, layer: DescribedLayer, readings: readonly SridReading[]): DescribedLayer {
    const wider = this.describer.withReadings(layer, readings);
    if (this.#held.get(queryId) === layer) this.#hold(queryId, wider);
    return wider;
  }

  /** The layer as it would be with another choice, which is not held; throws as `layer` does. */
  async layerWith(
    actor: Actor,
    query: SavedQuery,
    chosen: Partial<TileLayerSettings>,
    signal: AbortSignal,
  ): Promise<DescribedLayer> {
    const connector = await this.connections.connector(actor, query.connection_id);
    return this.describer.describe(query, connector, signal, chosen);
  }

  /** Has a query described anew at its next use. */
  forget(queryId: string): void {
    this.#epochs.end(queryId);
    this.#held.delete(queryId);
  }

  /** The same where this process or another one has kept another choice for the layer. */
  @OnBusEvent('tiles.layer_changed')
  forgetChanged({ query_id: queryId }: EventMap['tiles.layer_changed']): void {
    this.forget(queryId);
  }

  #epochOf(queryId: string): string {
    return `${String(this.#changes)} ${String(this.#epochs.of(queryId))}`;
  }

  #requireUnrefused(query: SavedQuery, connector: Connector, epoch: string): void {
    const refusal = this.#refusals.get(query.id);
    if (refusal?.version !== query.version || refusal.connector !== connector || refusal.epoch !== epoch) return;
    if (performance.now() - refusal.atMs < REFUSED_MS) throw refusal.error;
  }

  async #described(
    query: SavedQuery,
    connector: Connector,
    epoch: string,
    signal: AbortSignal,
  ): Promise<DescribedLayer> {
    try {
      return await this.describer.describe(query, connector, signal);
    } catch (error) {
      const { version } = query;
      const isRefused = isQueryAtFault(error) || (error instanceof Problem && error.code === 'not-a-layer');
      if (isRefused)
        keepNewest(this.#refusals, query.id, { version, connector, epoch, error, atMs: performance.now() });
      throw error;
    }
  }

  #hold(queryId: string, layer: DescribedLayer): void {
    keepNewest(this.#held, queryId, layer);
  }
}

function keepNewest<T>(of: Map<string, T>, queryId: string, value: T): void {
  of.delete(queryId);
  of.set(queryId, value);
  const [oldest] = of.keys();
  if (of.size > MOST_HELD && oldest !== undefined) of.delete(oldest);
}
