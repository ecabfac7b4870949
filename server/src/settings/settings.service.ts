import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { StudioSettings } from '#libs/api';
import { changedSettings, withStudioDefaults } from '#libs/settings';
import type { EntityManager } from 'typeorm';
import { Clock, EventBus, State } from '../platform/index.js';
import { SettingRecord } from './setting.entity.js';

const STUDIO = 'studio';

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
    return this.state.transaction(async (manager) => {
      const fields = changedSettings(await read(manager, actor), settings);
      if (fields.length === 0) return settings;
      const updatedAt = this.clock.isoNow();
      const record = { ownerId: actor.userId, area: STUDIO, value: JSON.stringify(settings), updatedAt };
      await manager.upsert(SettingRecord, record, ['ownerId', 'area']);
      this.events.publish('settings.changed', { owner_id: actor.userId, area: STUDIO });
      this.events.publish('action.performed', {
        action: 'settings.change',
        actor,
        outcome: 'done',
        object: { kind: 'settings', id: STUDIO, name: 'Studio' },
        details: { fields },
      });
      return settings;
    });
  }
}

async function read(manager: EntityManager, { userId: ownerId }: Actor): Promise<StudioSettings> {
  const record = await manager.findOneBy(SettingRecord, { ownerId, area: STUDIO });
  return withStudioDefaults(record === null ? {} : (JSON.parse(record.value) as Partial<StudioSettings>));
}
