import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { CopilotEvent, CopilotLevel, CopilotPayload, CopilotSqlRequest } from '#libs/api';
import { askedTexts, estimateTokens, repairTurns, sqlInAnswer, sqlPrompt } from '#libs/copilot';
import type { Prompt } from '#libs/copilot';
import { Problem } from '../platform/index.js';
import { EditingService, ExplainService } from '../studio/index.js';
import { CopilotAudit } from './copilot-audit.js';
import { CopilotSettingsService } from './copilot-settings.service.js';
import { Grounding } from './grounding.js';
import type { GroundedSchema } from './grounding.js';
import { ProviderClient } from './provider-client.js';
import { hostOf } from './provider.js';
import type { ProviderSettings } from './provider.js';

/** A question that is ready to be sent. */
export interface PreparedQuestion {
  readonly provider: ProviderSettings;
  readonly level: CopilotLevel;
  readonly ground: GroundedSchema;
  readonly prompt: Prompt;
  readonly mark: string;
  readonly keepsText: boolean;
}

/** Asks the provider for SQL, and holds what comes back against the database before it is offered. */
@Injectable()
export class CopilotService {
  constructor(
    private readonly settings: CopilotSettingsService,
    private readonly grounding: Grounding,
    private readonly client: ProviderClient,
    private readonly editing: EditingService,
    private readonly plans: ExplainService,
    private readonly audit: CopilotAudit,
  ) {}

  /** Exactly what `answer` would send. Throws `copilot-off` and what grounding does. */
  async payload(actor: Actor, request: CopilotSqlRequest, signal: AbortSignal): Promise<CopilotPayload> {
    return payloadOf(await this.prepare(actor, request, signal));
  }

  /** Gathers what is sent. Throws `copilot-off`, `connection-not-found`, and what kept the database from being reached. */
  async prepare(actor: Actor, request: CopilotSqlRequest, signal: AbortSignal): Promise<PreparedQuestion> {
    const { provider, settings, level } = await this.settings.forConnection(actor, request.connection_id);
    const wish = {
      ...askedTexts(request),
      chosen: request.table ?? null,
      ...{ level, tokenBudget: settings.token_budget, hasIndexes: false },
    };
    const ground = await this.grounding.ground(actor, request.connection_id, wish, signal);
    const mark = randomBytes(6).toString('hex');
    const prompt = sqlPrompt(request, { engine: ground.engine, schema: ground.text, mark });
    return { provider, level, ground, prompt, mark, keepsText: settings.audit_text };
  }

  /**
   * Streams the answer to `send`. SQL in it is checked with the grammar and the live schema, and asked for once more where
   * it fails; it is never run. Throws what `ProviderClient.ask` does.
   */
  async answer(
    actor: Actor,
    request: CopilotSqlRequest,
    prepared: PreparedQuestion,
    signal: AbortSignal,
    send: (event: CopilotEvent) => void,
  ): Promise<void> {
    const { ground, level, prompt } = prepared;
    send({ event: 'sent', tables: tableNames(ground), level, tokens: tokensOf(prompt) });
    const answer = await this.ask(actor, request, prepared, prompt, signal, send);
    const sql = request.task === 'explain' ? null : sqlInAnswer(answer);
    if (sql !== null) await this.offer(actor, request, prepared, { answer, sql }, signal, send);
    send({ event: 'done' });
  }

  private async offer(
    actor: Actor,
    request: CopilotSqlRequest,
    prepared: PreparedQuestion,
    { answer, sql }: { answer: string; sql: string },
    signal: AbortSignal,
    send: (event: CopilotEvent) => void,
  ): Promise<void> {
    const problem = await this.problemOf(actor, request.connection_id, sql, signal);
    if (problem === null) {
      send({ event: 'sql', sql, problem: null, is_repaired: false });
      return;
    }
    send({ event: 'repair', problem });
    const turns = repairTurns(answer, problem, prepared.mark);
    const prompt = { ...prepared.prompt, messages: [...prepared.prompt.messages, ...turns] };
    const repaired = sqlInAnswer(await this.ask(actor, request, prepared, prompt, signal, send)) ?? sql;
    const left = await this.problemOf(actor, request.connection_id, repaired, signal);
    send({ event: 'sql', sql: repaired, problem: left, is_repaired: left === null });
  }

  /** What the grammar or the live schema has against a statement; null where nothing. */
  async problemOf(actor: Actor, connectionId: string, sql: string, signal: AbortSignal): Promise<string | null> {
    const { markers } = await this.editing.lint(actor, { connection_id: connectionId, sql });
    const [first] = markers;
    if (first !== undefined) return first.message;
    try {
      return await this.plans.complaint(actor, connectionId, sql, signal);
    } catch (error) {
      if (error instanceof Problem && error.status === 422) return error.detail ?? error.message;
      throw error;
    }
  }

  private async ask(
    actor: Actor,
    request: CopilotSqlRequest,
    { provider, level, keepsText }: PreparedQuestion,
    prompt: Prompt,
    signal: AbortSignal,
    send: (event: CopilotEvent) => void,
  ): Promise<string> {
    const call = { connectionId: request.connection_id, purpose: request.task, provider, level, prompt, keepsText };
    return this.audit.around(actor, call, async () => {
      const answer = await this.client.ask(provider, prompt, {
        signal,
        onText: (text) => send({ event: 'text', text }),
      });
      return answer;
    });
  }
}

/** What a person may see before it is sent. */
export function payloadOf({
  provider,
  level,
  ground,
  prompt,
}: Omit<PreparedQuestion, 'keepsText' | 'mark'>): CopilotPayload {
  return {
    provider: provider.provider,
    host: hostOf({ provider: provider.provider, base_url: provider.baseUrl }),
    model: provider.model,
    system: prompt.system,
    messages: [...prompt.messages],
    tables: tableNames(ground),
    level,
    tokens: tokensOf(prompt),
  };
}

/** The tables of a prompt, by the names that people know them by. */
export function tableNames({ tables, defaultSchema }: GroundedSchema): string[] {
  return tables.map(({ schema, name }) => (schema === defaultSchema ? name : `${schema}.${name}`));
}

/** About how many tokens a prompt is. */
export function tokensOf({ system, messages }: Prompt): number {
  return estimateTokens(system) + messages.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
