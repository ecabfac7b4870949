import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditAction, PerformedAction } from '#libs/audit';
import { EventBus, RepeatedActions, State } from '../../platform/index.js';
import { performed } from '../performed.js';
import type { ActionObject } from '../performed.js';

/** Records sign-ins that failed; of a flood from many addresses only so many a minute, the rest as a count. */
@Injectable()
export class SignInFailures {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly repeats: RepeatedActions,
  ) {}

  /** Resolves when the failure is in the audit or counted. */
  async record(action: AuditAction, object: ActionObject, details: PerformedAction['details']): Promise<void> {
    const fact = performed(null, action, object, { outcome: 'failed', details });
    // Each is an entry of its own: who guesses whose password matters.
    if (!this.repeats.note(fact, { key: randomUUID() }).isNew) return;
    await this.state.transaction(() => {
      this.events.publish('action.performed', fact);
      return Promise.resolve();
    });
  }
}
