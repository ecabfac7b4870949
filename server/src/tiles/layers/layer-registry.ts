import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SavedQuery, TileLayerSettings } from '#libs/api';
import { SingleFlight } from '#libs/async';
import type { EventMap } from '#libs/events';
import { Epochs } from '#libs/memory';
import type { SridReading } from '#libs/tiles';
import { ConnectionsQueries } from '../../connections/index.js';
import { OnBusEvent } from '../../platform/index.js';
import type { DescribedLayer } from './described-layer.js';
import { LayerDescriber } from './layer-describer.js';

/** A change of the schema that no one reported is seen after this time at the latest. */
const LASTS_MS = 60_000;
/** Layers that are held; the one that was described first goes first. */
const MOST_HELD = 500;

/** Layers as they were described, until the query, its connection or the schema changes. */
@Injectable()
export class LayerRegistry {
  readonly #held = new Map<string, DescribedLayer>();
  readonly #describing = new SingleFlight<DescribedLayer>();
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
    const layer = await this.#describing.run(
      `${query.id} ${String(query.version)} ${epoch}`,
      (controller) => this.describer.describe(query, connector, controller.signal),
      signal,
    );
    // What was described before a change is not held after it.
    if (epoch !== this.#epochOf(query.id)) return layer;
    this.#hold(query.id, layer);
    return layer;
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

  #hold(queryId: string, layer: DescribedLayer): void {
    this.#held.delete(queryId);
    this.#held.set(queryId, layer);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST_HELD && oldest !== undefined) this.#held.delete(oldest);
  }
}
