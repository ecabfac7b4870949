import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Snippet, SnippetList, StudioSettings } from '#libs/api';
import { SNIPPET_LIMITS, changedSettings, sortedSnippets, withStudioDefaults } from '#libs/settings';
import type { EntityManager } from 'typeorm';
import { Clock, EventBus, Problem, State } from '../platform/index.js';
import { SettingRecord } from './setting.entity.js';

const STUDIO = 'studio';
const SNIPPETS = 'snippets';

/** Keeps what each person has set for themselves. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** What a person has set for the studio; defaults where they have set nothing. */
  studio(actor: Actor): Promise<StudioSettings> {
    return read(this.state.manager, actor);
  }

  /** Replaces what a person has set for the studio. Which fields changed is audited, their values are not. */
  async changeStudio(actor: Actor, settings: StudioSettings): Promise<StudioSettings> {
    return this.state.transactionFor(actor, async (manager) => {
      const fields = changedSettings(await read(manager, actor), settings);
      if (fields.length === 0) return settings;
      await this.keep(manager, actor, { area: STUDIO, name: 'Studio' }, settings, { fields });
      return settings;
    });
  }

  /** The snippets of a person, by name. */
  async snippets(actor: Actor): Promise<SnippetList> {
    return { items: sortedSnippets(await readSnippets(this.state.manager, actor)), next_cursor: null };
  }

  /**
   * Puts a snippet in the place of the one of that name, or adds it. Throws `name-taken` where it gets the name of another
   * one, and `person-limit` where there are as many as may be.
   */
  async putSnippet(actor: Actor, name: string, snippet: Snippet): Promise<Snippet> {
    return this.state.transactionFor(actor, async (manager) => {
      const others = (await readSnippets(manager, actor)).filter((one) => one.name !== name);
      if (others.some((one) => one.name.toLowerCase() === snippet.name.toLowerCase())) {
        const errors = [{ pointer: '/name', detail: `You already have a snippet named ${snippet.name}.` }];
        throw new Problem('name-taken', `You already have a snippet named ${snippet.name}.`, { errors });
      }
      if (others.length >= SNIPPET_LIMITS.count)
        throw new Problem('person-limit', `You can have up to ${SNIPPET_LIMITS.count} snippets.`);
      const { name: newName, text } = snippet;
      await this.keepSnippets(manager, actor, [...others, { name: newName, text }], { changed: newName });
      return { name: newName, text };
    });
  }

  /** Removes a snippet; throws `not-found`. */
  async removeSnippet(actor: Actor, name: string): Promise<void> {
    await this.state.transactionFor(actor, async (manager) => {
      const before = await readSnippets(manager, actor);
      const after = before.filter((one) => one.name !== name);
      if (after.length === before.length)
        throw new Problem('not-found', `The snippet ${name} was not found. It may have been deleted.`);
      await this.keepSnippets(manager, actor, after, { removed: name });
    });
  }

  private keepSnippets(
    manager: EntityManager,
    actor: Actor,
    snippets: readonly Snippet[],
    details: Readonly<Record<string, string>>,
  ): Promise<void> {
    return this.keep(manager, actor, { area: SNIPPETS, name: 'Snippets' }, snippets, details);
  }

  private async keep(
    manager: EntityManager,
    actor: Actor,
    { area, name }: { readonly area: string; readonly name: string },
    value: object,
    details: Readonly<Record<string, string | string[]>>,
  ): Promise<void> {
    const updatedAt = this.clock.isoNow();
    const record = { ownerId: actor.userId, area, value: JSON.stringify(value), updatedAt };
    await manager.upsert(SettingRecord, record, ['ownerId', 'area']);
    this.events.publish('settings.changed', { owner_id: actor.userId, area });
    const object = { kind: 'settings', id: area, name };
    this.events.publish('action.performed', { action: 'settings.change', actor, outcome: 'done', object, details });
  }
}

async function readSnippets(manager: EntityManager, { userId: ownerId }: Actor): Promise<readonly Snippet[]> {
  const record = await manager.findOneBy(SettingRecord, { ownerId, area: SNIPPETS });
  return record === null ? [] : (JSON.parse(record.value) as Snippet[]);
}

async function read(manager: EntityManager, { userId: ownerId }: Actor): Promise<StudioSettings> {
  const record = await manager.findOneBy(SettingRecord, { ownerId, area: STUDIO });
  return withStudioDefaults(record === null ? {} : (JSON.parse(record.value) as Partial<StudioSettings>));
}
