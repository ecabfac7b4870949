import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { ChangeSteps, ChangesService } from '../changes/index.js';
import type { ProposeChangeInput, ProposeChangeOutput } from './tool-shapes.js';

/** The tool by which agents change data: they propose, and people approve and apply. */
@Injectable()
export class ProposeChange {
  constructor(
    private readonly changes: ChangesService,
    private readonly steps: ChangeSteps,
  ) {}

  /**
   * Makes a change set and proposes it. Nothing reaches the database. Throws `connection-not-found`, `validation-failed`,
   * `change-refused`, `person-limit` and `secret-key-missing`.
   */
  async propose(agent: Actor, { reason = '', ...input }: ProposeChangeInput): Promise<ProposeChangeOutput> {
    const { connection_id: connectionId, items, title } = input;
    const named = title === undefined ? {} : { title };
    const { id, hash } = await this.changes.create(agent, { connection_id: connectionId, items, ...named });
    if (reason.trim() !== '') await this.changes.comment(agent, id, reason);
    const made = await this.steps.propose(agent, id, { hash });
    return { change_id: id, state: 'proposed', title: made.title, hash, path: `/changes/${id}` };
  }
}
