import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import type { ChangeSetDetails } from '#libs/api';
import { ChangeDesk, ChangeSteps, ChangesService } from '../changes/index.js';
import type { ProposeChangeInput, ProposeChangeOutput } from './tool-shapes.js';

/** The tool by which agents change data: they propose, and people approve and apply. */
@Injectable()
export class ProposeChange {
  constructor(
    private readonly changes: ChangesService,
    private readonly steps: ChangeSteps,
    private readonly desk: ChangeDesk,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ProposeChange.name);
  }

  /**
   * Makes a change set and proposes it; a call that fails leaves none behind. Nothing is written to the database. Throws
   * `connection-not-found`, `change-not-allowed` where the connection takes none, `validation-failed`, `person-limit` and
   * `secret-key-missing`.
   */
  async propose(agent: Actor, { reason = '', ...input }: ProposeChangeInput): Promise<ProposeChangeOutput> {
    const { connection_id: connectionId, items, title } = input;
    const named = title === undefined ? {} : { title };
    await this.desk.requireLane(agent, connectionId);
    const { id, hash } = await this.changes.create(agent, { connection_id: connectionId, items, ...named });
    const { title: kept } = await this.proposed(agent, { id, hash, reason });
    return { change_id: id, state: 'proposed', title: kept, hash, path: `/changes/${id}` };
  }

  /** Proposes a draft, and removes it where that fails: its agent would not know of it and would make another one. */
  private async proposed(
    agent: Actor,
    { id, hash, reason }: { readonly id: string; readonly hash: string; readonly reason: string },
  ): Promise<ChangeSetDetails> {
    try {
      if (reason.trim() !== '') await this.changes.comment(agent, id, reason);
      return await this.steps.propose(agent, id, { hash });
    } catch (error) {
      await this.removeDraft(agent, id);
      throw error;
    }
  }

  /** The error that is under way counts, not why a draft stays. */
  private async removeDraft(agent: Actor, id: string): Promise<void> {
    try {
      const { state } = await this.changes.get(agent, id);
      if (state === 'draft') await this.changes.remove(agent, id);
    } catch (error) {
      this.logger.warn({ err: error, change: id }, 'could not remove the draft of an agent');
    }
  }
}
