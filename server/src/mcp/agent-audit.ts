import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ActionOutcome, PerformedAction } from '#libs/audit';
import { EventBus, RepeatedActions, State } from '../platform/index.js';
import { plainArguments, requestedCalls } from './tool-calls.js';

/** A call as the audit keeps it. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: ActionOutcome;
}

/** Writes the calls of agents to the audit. */
@Injectable()
export class AgentAudit {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly repeats: RepeatedActions,
  ) {}

  /** Resolves once the call is in the audit; rejects where it cannot be written. */
  async record(agent: Actor, call: ToolCall): Promise<void> {
    await this.publish(factOf(agent, call));
  }

  /**
   * Records the calls of a request that reached no tool, because the protocol's server refused them: an unknown tool,
   * arguments that do not fit. Repeats are counted by the minute, so that a loop does not flood the audit.
   */
  async recordRefused(agent: Actor, body: unknown, reached: ReadonlySet<string | number>): Promise<void> {
    for (const { id, tool, input } of requestedCalls(body)) {
      if (reached.has(id)) continue;
      const fact = factOf(agent, { tool, input, outcome: 'failed' });
      const caller = `mcp.call ${agent.tokenId ?? agent.userId}`;
      if (this.repeats.note(fact, { key: `${caller} ${tool}`, group: caller }).isNew) await this.publish(fact);
    }
  }

  private async publish(fact: PerformedAction): Promise<void> {
    await this.state.transaction(() => {
      this.events.publish('action.performed', fact);
      return Promise.resolve();
    });
  }
}

function factOf(agent: Actor, { tool, input, outcome }: ToolCall): PerformedAction {
  const object = { kind: 'tool', id: tool, name: null };
  return { action: 'mcp.call', actor: { ...agent, kind: 'agent' }, outcome, object, details: plainArguments(input) };
}
