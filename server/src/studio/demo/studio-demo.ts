import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SavedQuery } from '#libs/api';
import { WELCOMES, welcomeText } from '#libs/demo';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { Problem } from '../../platform/index.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { SavedQueriesService } from '../queries/saved-queries.service.js';
import { SavedQueryListService } from '../queries/saved-query-list.service.js';
import { DEMO_QUERIES } from './demo-queries.js';

const QUERY = 'saved query';
const TAB = 'tab';

/** Adds saved queries for each mode of a result, and the guided query in the first tab. */
@Injectable()
export class StudioDemo implements DemoContribution, OnModuleInit {
  readonly part = 'studio';
  readonly order = 0;
  readonly isImmediate = true;

  constructor(
    private readonly contributions: DemoContributions,
    private readonly queries: SavedQueriesService,
    private readonly lists: SavedQueryListService,
    private readonly drafts: DraftsService,
  ) {}

  onModuleInit(): void {
    this.contributions.register(this);
  }

  create({ actor, connectionIds, hasPostgis, kept, record }: DemoContext): Promise<void> {
    return record(async () => {
      const items: DemoItem[] = [];
      // Also those that a person has renamed, or made under such a name.
      const taken = new Set([...kept, ...(await this.onConnections(actor, connectionIds))].map(({ name }) => name));
      for (const query of DEMO_QUERIES) {
        const { needsPostgis = false, ...input } = query;
        if (taken.has(input.name)) continue;
        if (!connectionIds.has(input.connection_id) || (needsPostgis && !hasPostgis)) continue;
        items.push(queryItem(await this.queries.create(actor, input)));
      }
      return [...items, ...(await this.openTab(actor, connectionIds))];
    });
  }

  /** What is typed into a tab is a person's own from the first key on. */
  async fateOf(actor: Actor, { id, kind, stamp }: DemoItem): Promise<DemoItemFate> {
    try {
      if (kind === TAB) return (await this.drafts.get(actor, id)).sql === stampedText(id) ? 'unchanged' : 'changed';
      return String((await this.queries.get(actor, id)).version) === stamp ? 'unchanged' : 'changed';
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return 'gone';
      throw error;
    }
  }

  async remove(actor: Actor, { id, kind }: DemoItem): Promise<void> {
    if (kind === TAB) await this.drafts.remove(actor, id, undefined);
    else await this.queries.remove(actor, id);
  }

  async onConnections(actor: Actor, connectionIds: ReadonlySet<string>): Promise<DemoItem[]> {
    const items: DemoItem[] = [];
    for (const connectionId of connectionIds) {
      items.push(...(await this.lists.names(actor, connectionId)).map(queryItem));
    }
    return items;
  }

  private async openTab(actor: Actor, connectionIds: ReadonlySet<string>): Promise<DemoItem[]> {
    const welcome = WELCOMES.find(({ connectionId }) => connectionIds.has(connectionId));
    if (welcome === undefined) return [];
    const { tabId, connectionId } = welcome;
    // Its id is the same each time: a tab that a person has typed into stays.
    if (await this.hasTab(actor, tabId)) return [];
    const sql = welcomeText(welcome);
    const place = { position: 0, cursor: sql.indexOf('\n') + 1, connection_id: connectionId };
    const { version } = await this.drafts.put(actor, tabId, { title: 'Welcome', sql, version: 0, ...place });
    return [{ id: tabId, kind: TAB, name: 'Welcome', stamp: String(version) }];
  }

  private async hasTab(actor: Actor, id: string): Promise<boolean> {
    return (await this.fateOf(actor, { id, kind: TAB, name: 'Welcome', stamp: '' })) !== 'gone';
  }
}

function queryItem({ id, name, version }: Pick<SavedQuery, 'id' | 'name' | 'version'>): DemoItem {
  return { id, kind: QUERY, name, stamp: String(version) };
}

function stampedText(tabId: string): string | null {
  const welcome = WELCOMES.find((one) => one.tabId === tabId);
  return welcome === undefined ? null : welcomeText(welcome);
}
