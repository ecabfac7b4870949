import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { TileLayerSettings } from '#libs/api';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { State } from '../../platform/index.js';
import { SavedQueryListService } from '../../studio/index.js';
import { TileLayerRecord } from '../layers/tile-layer-settings.entity.js';
import { TileSettings } from '../tile-settings.js';

const SHOP = 'shop';
/** The saved query with geometries that `StudioDemo` has made. */
const QUERY = 'Delivery areas';

const LAYER: TileLayerSettings = {
  geometry_column: 'area',
  id_column: 'id',
  attribution: 'Fjord & Field',
  style: {
    kind: 'category',
    column: 'max_minutes',
    stops: [
      { value: 45, colour: '#0f766e' },
      { value: 120, colour: '#d97706' },
    ],
    other: '#64748b',
  },
};

/** Gives the demo's query with geometries a style as a layer. */
@Injectable()
export class TilesDemo implements DemoContribution, OnModuleInit {
  readonly part = 'tiles';
  readonly order = 5;
  readonly isImmediate = true;

  constructor(
    private readonly contributions: DemoContributions,
    private readonly queries: SavedQueryListService,
    private readonly settings: TileSettings,
    private readonly state: State,
  ) {}

  onModuleInit(): void {
    this.contributions.register(this);
  }

  async create({ actor, connectionIds, kept, record }: DemoContext): Promise<void> {
    if (!connectionIds.has(SHOP) || kept.length > 0) return;
    const named = await this.queries.names(actor, SHOP);
    const query = named.find(({ name }) => name === QUERY);
    if (query === undefined || (await this.hasLayer(query.id))) return;
    await record(async () => {
      await this.settings.keep(actor, query.id, { chosen: LAYER });
      return [{ id: query.id, kind: 'layer', name: QUERY, stamp: '' }];
    });
  }

  async fateOf(_: Actor, { id }: DemoItem): Promise<DemoItemFate> {
    if (!(await this.hasLayer(id))) return 'gone';
    return isDeepStrictEqual(await this.settings.of(id), LAYER) ? 'unchanged' : 'changed';
  }

  /** A layer that a person has changed keeps its query, and the other way round: a saved query is a group by its id. */
  groupOf({ id }: DemoItem): string {
    return id;
  }

  async remove(_: Actor, { id }: DemoItem): Promise<void> {
    await this.state.transaction((manager) => manager.delete(TileLayerRecord, { queryId: id }));
  }

  private hasLayer(queryId: string): Promise<boolean> {
    return this.state.manager.existsBy(TileLayerRecord, { queryId });
  }
}
