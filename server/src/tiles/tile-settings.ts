import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { TileLayerSettings } from '#libs/api';
import { EventBus, State, refuseChangedMeanwhile } from '../platform/index.js';
import { TileLayerRecord } from './layers/tile-layer-settings.entity.js';

const NOTHING_CHOSEN: TileLayerSettings = { geometry_column: null, id_column: null, attribution: null, style: null };

interface KeptChoice {
  readonly chosen: Partial<TileLayerSettings>;
  readonly expected?: Partial<TileLayerSettings> | undefined;
  readonly require?: () => Promise<void>;
}

/** What people chose for layers. */
@Injectable()
export class TileSettings {
  constructor(
    private readonly state: State,
    private readonly bus: EventBus,
  ) {}

  /** What was chosen for a query's layer; nulls where nothing was. */
  async of(queryId: string): Promise<TileLayerSettings> {
    const record = await this.state.manager.findOneBy(TileLayerRecord, { queryId });
    if (record === null) return NOTHING_CHOSEN;
    const { geometryColumn, idColumn, attribution, style } = record;
    return { geometry_column: geometryColumn, id_column: idColumn, attribution, style };
  }

  /**
   * Keeps what was chosen for a query's layer; what is left out stays. Throws what `require` does, first of all, and
   * `changed-meanwhile` where the settings in force are not those that are expected.
   */
  async keep(actor: Actor, queryId: string, { chosen, expected, require }: KeptChoice): Promise<void> {
    await this.state.transactionFor(actor, async (manager) => {
      await require?.();
      const current = await this.of(queryId);
      const wanted = withGiven(current, chosen);
      refuseChangedMeanwhile('layer', { current, expected: expected && withGiven(current, expected), wanted });
      const { geometry_column: geometryColumn, id_column: idColumn, attribution, style } = wanted;
      await manager.upsert(TileLayerRecord, { queryId, geometryColumn, idColumn, attribution, style }, ['queryId']);
      this.bus.publish('tiles.layer_changed', { query_id: queryId });
    });
  }
}

/** Bodies of requests have members that are undefined where nothing was sent. */
function withGiven(current: TileLayerSettings, given: Partial<TileLayerSettings>): TileLayerSettings {
  const members: [string, unknown][] = Object.entries(given);
  return { ...current, ...Object.fromEntries(members.filter(([, value]) => value !== undefined)) };
}
