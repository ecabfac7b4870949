import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { DemoItemView, DemoView } from '#libs/demo';
import { ConnectionsQueries, ConnectionsService } from '../../connections/index.js';
import { Problem, State } from '../../platform/index.js';
import { DemoContents } from './demo-contents.js';
import { DemoContributions } from './demo-contributions.js';
import { forgetItem, madeItems } from './made-items.js';
import type { MadeItem } from './made-items.js';

/** A thing of the demo that is still there. */
interface Found extends MadeItem {
  readonly isChanged: boolean;
}

const EMPTY: DemoView = { state: 'none', connections: [], removed: [], kept: [] };

/** Shows what there is of the demo, and removes it. What people made or changed stays. */
@Injectable()
export class DemoRemoval {
  constructor(
    private readonly contents: DemoContents,
    private readonly contributions: DemoContributions,
    private readonly connections: ConnectionsService,
    private readonly names: ConnectionsQueries,
    private readonly state: State,
  ) {}

  /** What removing the demo would delete, and what would stay. */
  async view(actor: Actor): Promise<DemoView> {
    const { home } = this.contents;
    if (home === null) return EMPTY;
    const ids = await this.connectionIds(actor);
    const found = await this.found(actor);
    if (ids.length === 0 && found.length === 0) return EMPTY;
    const made = new Set(found.map(({ contribution, item }) => key(contribution.part, item.id)));
    return {
      state: this.contents.isPreparing ? 'preparing' : 'ready',
      connections: ids.map((id) => ({ id, name: this.names.nameOf(id) ?? id })),
      removed: found.filter(({ isChanged }) => !isChanged).map(({ item }) => nameOf(item)),
      kept: [
        ...found.filter(({ isChanged }) => isChanged).map(({ item }) => nameOf(item)),
        ...(await this.own(actor, new Set(ids), made)),
        ...(await home.foreignFiles()).map((name) => ({ kind: 'file', name })),
      ],
    };
  }

  /**
   * Removes what the demo made and no person has changed, its connections, its Postgres and its files. Throws
   * `demo-not-found`, `demo-unreadable` before anything is removed, and what keeps the configuration file from being
   * written.
   */
  async remove(actor: Actor): Promise<void> {
    const { home } = this.contents;
    if (home === null || (await this.view(actor)).state === 'none') throw new Problem('demo-not-found');
    await this.contents.halt();
    // What was made last may rely on what was made first.
    for (const { contribution, item, isChanged } of (await this.found(actor)).reverse()) {
      if (!isChanged) await contribution.remove(actor, item);
      await forgetItem(this.state, { contribution, item });
    }
    for (const id of await this.connectionIds(actor)) await this.connections.remove(actor, id);
    await home.markComplete();
    await home.remove();
  }

  private async connectionIds(actor: Actor): Promise<string[]> {
    const listed = new Set(this.names.list(actor).items.map(({ id }) => id));
    return ((await this.contents.home?.connectionIds()) ?? []).filter((id) => listed.has(id));
  }

  private async found(actor: Actor): Promise<Found[]> {
    const home = this.contents.home?.id;
    const found: Found[] = [];
    if (home === undefined) return found;
    for (const made of await madeItems(this.state, this.contributions, home)) {
      const fate = await made.contribution.fateOf(actor, made.item);
      if (fate !== 'gone') found.push({ ...made, isChanged: fate === 'changed' });
    }
    return found;
  }

  private async own(
    actor: Actor,
    connectionIds: ReadonlySet<string>,
    made: ReadonlySet<string>,
  ): Promise<DemoItemView[]> {
    const own: DemoItemView[] = [];
    for (const contribution of this.contributions.all()) {
      const there = (await contribution.onConnections?.(actor, connectionIds)) ?? [];
      own.push(...there.filter(({ id }) => !made.has(key(contribution.part, id))).map(nameOf));
    }
    return own;
  }
}

function nameOf({ kind, name }: DemoItemView): DemoItemView {
  return { kind, name };
}

function key(part: string, id: string): string {
  return `${part}/${id}`;
}
