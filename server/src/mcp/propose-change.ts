import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import { ChangeDesk, ChangeSteps, ChangesService } from '../changes/index.js';
import { Problem, toProblem } from '../platform/index.js';
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
   * Makes a change set and proposes it; a call that fails leaves none behind, or names the draft that it leaves. Nothing is
   * written to the database. Throws `connection-not-found`, `change-not-allowed` where the connection takes none,
   * `validation-failed`, `person-limit` and `secret-key-missing`.
   */
  async propose(agent: Actor, { reason = '', ...input }: ProposeChangeInput): Promise<ProposeChangeOutput> {
    const { connection_id: connectionId, items, title } = input;
    const named = title === undefined ? {} : { title };
    await this.desk.requireLane(agent, connectionId);
    const made = await this.changes.make(agent, { connection_id: connectionId, items, ...named });
    const { id, hash } = made;
    try {
      if (reason.trim() !== '') await this.changes.comment(agent, id, reason);
      await this.steps.requestApproval(agent, id, { hash });
    } catch (error) {
      if (!(await this.isProposed(agent, id, error))) throw error;
    }
    return { change_id: id, state: 'proposed', title: made.title, hash, path: pathOf(id) };
  }

  /**
   * Whether a change set is proposed in spite of an error. A draft is removed: its agent would make another one. Throws a
   * problem with its id where that fails, too.
   */
  private async isProposed(agent: Actor, id: string, error: unknown): Promise<boolean> {
    try {
      const { state } = await this.changes.get(agent, id);
      if (state === 'draft') await this.changes.remove(agent, id);
      return state === 'proposed';
    } catch (failure) {
      this.logger.warn({ err: failure, change: id }, 'could not remove the draft of an agent');
      throw keptProblem(error, `The change set ${id} was made and could not be removed: see ${pathOf(id)}.`);
    }
  }
}

/** What an agent has to know of a proposal whose call failed behind it. */
export function keptProposal({ change_id: id, path }: Pick<ProposeChangeOutput, 'change_id' | 'path'>): string {
  return `The change set ${id} is proposed: see ${path}.`;
}

/** The problem of a call, with what exists all the same, so that it is not made again. */
export function keptProblem(error: unknown, kept: string): Problem {
  const { code, message } = toProblem(error);
  return new Problem(code, `${message} ${kept}`, { cause: error });
}

function pathOf(id: string): string {
  return `/changes/${id}`;
}
