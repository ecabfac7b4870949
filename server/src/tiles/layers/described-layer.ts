import type { SingleFlight } from '#libs/async';
import type { Connector, DataReader, ReadColumn } from '../../connections/index.js';
import type { SqlText, SridReading, TileAddress, TileLayer, TileOptions } from '#libs/tiles';
import type { TilePlans } from '../tile-plans.js';

/** One tile as it was encoded, before it is compressed. */
export interface EncodedTile {
  /** No bytes where the tile has no feature. */
  readonly bytes: Buffer;
  /** Features in the tile; more than the cap where some were left out. */
  readonly features: number;
  /** Milliseconds in the database, with the wait for a line. */
  readonly databaseMs: number;
  /** Of the bytes, for an entity tag. */
  readonly hash: string;
  /** The bytes compressed, once a request has asked for that. */
  gzipped: Promise<Buffer> | null;
}

/** A saved query as the database describes it, ready for tiles. */
export interface DescribedLayer {
  readonly version: number;
  readonly connector: Connector;
  readonly reader: DataReader;
  readonly columns: readonly ReadColumn[];
  readonly layer: TileLayer;
  readonly readings: readonly SridReading[];
  /** Where PostGIS is; null trusts the search path. */
  readonly postgisSchema: string | null;
  /** Of the monotonic clock: one that is set back keeps no layer fresh. */
  readonly describedAtMs: number;
  /** The statement of a tile, by how its rows are searched for. */
  readonly statements: Readonly<Record<TileOptions['search'], (tile: TileAddress) => SqlText>>;
  /** Names this description: the database parses a tile's statement once for each. */
  readonly keptAs: string;
  /** Whether it is also planned once. */
  readonly plans: TilePlans;
  /** What is being made of it now. */
  readonly tiles: SingleFlight<EncodedTile>;
}
