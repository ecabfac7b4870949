import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SavedQuery } from '#libs/api';
import { Remembered } from '#libs/async';
import { withReadings } from '#libs/tiles';
import type { SridReading } from '#libs/tiles';
import type { DescribedLayer } from './described-layer.js';
import { LayerFacts } from './layer-facts.js';
import type { LayerBounds } from './layer-facts.js';
import { LayerRegistry } from './layer-registry.js';

/** Queries whose SRIDs are kept; the one that was searched first goes first. */
const MOST_KEPT = 500;

/**
 * Layers that read the SRIDs of all their rows. A column without an SRID of its own may have others than those of a
 * sample, so all rows are searched before the first tile; later descriptions begin with what was found.
 */
@Injectable()
export class WholeLayers {
  readonly #whole = new Remembered<DescribedLayer, DescribedLayer>();
  readonly #found = new Map<string, DescribedLayer>();

  constructor(
    private readonly registry: LayerRegistry,
    private readonly facts: LayerFacts,
  ) {}

  /** The layer of a query that `actor` sees; throws why it is none. */
  async layer(actor: Actor, query: SavedQuery, signal: AbortSignal): Promise<DescribedLayer> {
    const layer = await this.registry.layer(actor, query, signal);
    if (layer.layer.geometry.srid !== null) return layer;
    return this.#whole.get(layer, () => this.#wholeOf(query.id, layer));
  }

  /** Where a layer is, and the layer itself with the SRIDs of all its rows. */
  async bounded(queryId: string, layer: DescribedLayer): Promise<LayerBounds & { readonly layer: DescribedLayer }> {
    const whole = layer.layer.geometry.srid === null ? await this.#searched(queryId, layer) : layer;
    return { ...(await this.facts.bounds(whole)), layer: whole };
  }

  async #wholeOf(queryId: string, layer: DescribedLayer): Promise<DescribedLayer> {
    const known = this.#knownOf(queryId, layer);
    if (known === null) return this.#searched(queryId, layer);
    const carried = this.#widened(queryId, layer, known);
    // Rows that came since may have another SRID: the tiles do not wait for that search.
    void this.#searched(queryId, carried).catch(() => null);
    return carried;
  }

  async #searched(queryId: string, layer: DescribedLayer): Promise<DescribedLayer> {
    const { readings } = await this.facts.bounds(layer);
    // A search that takes too long finds nothing.
    const whole = this.#widened(queryId, layer, withReadings(readings, this.#knownOf(queryId, layer) ?? []));
    this.#keep(queryId, whole);
    return whole;
  }

  #widened(queryId: string, layer: DescribedLayer, readings: readonly SridReading[]): DescribedLayer {
    const wider = this.registry.withReadings(queryId, layer, readings);
    if (wider !== layer) void this.#whole.get(wider, () => Promise.resolve(wider));
    return wider;
  }

  /** What a former search has found for the same column of the same query. */
  #knownOf(queryId: string, { version, connector, layer }: DescribedLayer): readonly SridReading[] | null {
    const found = this.#found.get(queryId);
    const isSame =
      found?.version === version && found.connector === connector && found.layer.geometry.name === layer.geometry.name;
    return isSame ? found.readings : null;
  }

  #keep(queryId: string, layer: DescribedLayer): void {
    this.#found.delete(queryId);
    this.#found.set(queryId, layer);
    const [oldest] = this.#found.keys();
    if (this.#found.size > MOST_KEPT && oldest !== undefined) this.#found.delete(oldest);
  }
}
