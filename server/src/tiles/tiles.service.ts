import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SavedQuery, TileLayerChange, TileLayerHint, TileLayerInfo } from '#libs/api';
import { TILE_DEFAULTS, geometryType, leftOut, tileAddress, tileJson } from '#libs/tiles';
import type { TileJson } from '#libs/tiles';
import { ConnectionAccess } from '../connections/index.js';
import { Problem, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { SavedQueriesService } from '../studio/index.js';
import type { DescribedLayer, EncodedTile } from './layers/described-layer.js';
import { DrawCheck } from './draw-check.js';
import { LayerFacts } from './layers/layer-facts.js';
import { LayerRegistry } from './layers/layer-registry.js';
import { isQueryAtFault, tileProblem } from './read-problem.js';
import { SavedLayers } from './layers/saved-layers.js';
import { TileMaker } from './tile-maker.js';
import { WholeLayers } from './layers/whole-layers.js';
import { TileSettings } from './tile-settings.js';

const NO_LAYER: ReadonlySet<string> = new Set(['not-a-layer', 'not-relational']);
const INTEGERS = new Set(['smallint', 'integer', 'bigint']);
/** Clients of some programs add what the tile is encoded as. */
const SUFFIX = /\.(?:mvt|pbf)$/;

/** The three parts of a tile's path, as they stand there. */
export interface TilePath {
  readonly z: string;
  readonly x: string;
  readonly y: string;
}

/** Saved queries as map layers. */
@Injectable()
export class TilesService {
  constructor(
    private readonly saved: SavedLayers,
    private readonly registry: LayerRegistry,
    private readonly maker: TileMaker,
    private readonly facts: LayerFacts,
    private readonly whole: WholeLayers,
    private readonly check: DrawCheck,
    private readonly settings: TileSettings,
    private readonly queries: SavedQueriesService,
    private readonly access: ConnectionAccess,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /**
   * One tile of a saved query. Throws `outside-grid`, `query-not-found`, `not-relational`, `not-a-layer`, `tile-timeout`,
   * `tile-too-large`, what keeps the database from being reached, and the signal's reason when the one who asks has gone.
   */
  async tile(actor: Actor, queryId: string, { z, x, y }: TilePath, signal: AbortSignal): Promise<EncodedTile> {
    const address = tileAddress(z, x, y.replace(SUFFIX, ''));
    const detail = 'z is 0 to 22, and x and y are whole numbers from 0 to below two to the power of z.';
    if (address === null) throw new Problem('outside-grid', detail);
    return this.maker.tile(actor, await this.saved.get(actor, queryId), address, signal);
  }

  /**
   * The TileJSON of a saved query's layer. `host` is the name that the caller uses for the workbench, `token` what its
   * tile requests are to carry. Throws as `tile` does.
   */
  async tileJson(
    actor: Actor,
    queryId: string,
    { host, token }: { host: string; token: string | undefined },
    signal: AbortSignal,
  ): Promise<TileJson> {
    const query = await this.saved.get(actor, queryId);
    const checked = await orProblem(this.checked(actor, query, signal, (one) => this.check.requireDrawable(one)));
    const { attribution } = await this.settings.of(queryId);
    const { layer, bounds, features, isEstimated } = await orProblem(this.whole.bounded(queryId, checked));
    return tileJson(layer.layer, {
      name: query.name,
      tilesUrl: `${this.base(host)}/api/tiles/${encodeURIComponent(queryId)}`,
      bounds,
      features: { count: features, isEstimated },
      token,
      description: query.description || undefined,
      attribution: attribution ?? undefined,
    });
  }

  /** Everything that is known of a saved query's layer. Throws as `tile` does. */
  async layer(actor: Actor, queryId: string, signal: AbortSignal): Promise<TileLayerInfo> {
    const query = await this.saved.get(actor, queryId);
    const described = await this.described(actor, query, signal);
    const [{ layer, bounds, features, isEstimated }, hint, settings] = await Promise.all([
      orProblem(this.whole.bounded(queryId, described)),
      this.facts.hint(described),
      this.settings.of(queryId),
    ]);
    return {
      ...{ query_id: queryId, name: query.name, connection_id: query.connection_id, is_own: query.is_own },
      ...shapeOf(layer),
      bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
      bounds_estimated: isEstimated,
      feature_cap: TILE_DEFAULTS.featureCap,
      feature_count: features,
      features_left_out: leftOut(features),
      ...{ hint, settings },
    };
  }

  /**
   * Whether a saved query is a layer, and what makes each tile read a whole table; reads one row at most. Throws as
   * `tile` does, but not for a query that is no layer.
   */
  async hint(actor: Actor, queryId: string, signal: AbortSignal): Promise<TileLayerHint> {
    const query = await this.saved.get(actor, queryId);
    try {
      return { hint: await this.facts.hint(await this.described(actor, query, signal)), refusal: null };
    } catch (error) {
      // Expected of most queries: an answer, and no error in the log of a browser that lists layers.
      if (error instanceof Problem && NO_LAYER.has(error.code)) return { hint: null, refusal: error.message };
      throw error;
    }
  }

  /**
   * Changes how a saved query is drawn, for everybody who sees it. Throws `query-not-found`, `forbidden` for a query of
   * another person, `not-a-layer` for columns that it does not have, and `changed-meanwhile` for another query, and where
   * the settings in force are not those that are expected.
   */
  async choose(
    actor: Actor,
    queryId: string,
    { expected, ...chosen }: TileLayerChange,
    signal: AbortSignal,
  ): Promise<TileLayerInfo> {
    const query = await this.saved.get(actor, queryId);
    if (!query.is_own) throw new Problem('forbidden', 'Only its owner can change how a shared query is drawn.');
    const wanted = this.registry.layerWith(actor, query, chosen, signal);
    await orProblem(wanted.then((layer) => this.check.requireReadable(layer)));
    const require = () => this.requireUnchanged(actor, query);
    await this.settings.keep(actor, queryId, { chosen, expected, require });
    this.registry.forget(queryId);
    return this.layer(actor, queryId, signal);
  }

  /** Throws where, while its columns were looked at, a query was changed or its owner lost the right to see it. */
  private async requireUnchanged(
    actor: Actor,
    { id, version, connection_id: connectionId }: SavedQuery,
  ): Promise<void> {
    await this.access.requireInTransaction(actor, connectionId, 'query');
    const present = await this.queries.get(actor, id);
    if (present.version !== version)
      throw new Problem('changed-meanwhile', 'The query was changed meanwhile. Load the layer again.');
  }

  /** The layer, once the database has passed it; described anew where its tables are others by now. */
  private async checked(
    actor: Actor,
    query: SavedQuery,
    signal: AbortSignal,
    check: (layer: DescribedLayer) => Promise<void>,
  ): Promise<DescribedLayer> {
    const layer = await this.registry.layer(actor, query, signal);
    try {
      await check(layer);
      return layer;
    } catch (error) {
      if (!isQueryAtFault(error)) throw error;
      const again = await this.registry.renewed(actor, query, layer, signal);
      if (again === null) throw error;
      await check(again);
      return again;
    }
  }

  /** The layer of a query that the database lets read. */
  private async described(actor: Actor, query: SavedQuery, signal: AbortSignal): Promise<DescribedLayer> {
    return orProblem(this.checked(actor, query, signal, (layer) => this.check.requireReadable(layer)));
  }

  /** The address that the caller reaches the workbench by: behind a proxy the public one. */
  private base(host: string): string {
    const publicUrl = new URL(this.config.publicUrl);
    const isLocal = host !== publicUrl.host && publicUrl.protocol === 'http:';
    return isLocal ? `http://${host}` : this.config.publicUrl;
  }
}

function shapeOf({ layer, columns, readings }: DescribedLayer) {
  const { geometry, id, properties } = layer;
  return {
    geometry: {
      column: geometry.name,
      shape: geometry.shape,
      is_geography: geometry.isGeography,
      srids: readings.map(({ srid, as }) => ({ srid, as })),
    },
    geometry_columns: columns.filter(({ type }) => geometryType(type) !== null).map(({ name }) => name),
    id_column: id?.name ?? null,
    id_columns: columns.filter(({ type }) => INTEGERS.has(type)).map(({ name }) => name),
    properties: properties.map(({ name, alias, served }) => {
      return { name, type: columns[Number(alias.slice(1)) - 1]?.type ?? '', served };
    }),
  };
}

async function orProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw tileProblem(error);
  }
}
