import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ValidateFunction } from 'ajv';
import type { Actor } from '#libs/access';
import type { CopilotPayload, CopilotPlanRequest, PlanAdvice, PlanSuggestion } from '#libs/api';
import { ADVICE_SCHEMA, askedSql, checkAgainstTables, jsonInAnswer, planPrompt } from '#libs/copilot';
import type { CheckedSuggestion, Prompt, RawAdvice, RawSuggestion } from '#libs/copilot';
import { listNodes } from '#libs/plan';
import type { Plan } from '#libs/plan';
import { ConnectionsQueries, SessionSlots } from '../connections/index.js';
import { Problem, TextThreads } from '../platform/index.js';
import { CopilotAudit } from './copilot-audit.js';
import { CopilotService, payloadOf, tableNames, tokensOf } from './copilot.service.js';
import type { PreparedQuestion } from './copilot.service.js';
import { CopilotSettingsService } from './copilot-settings.service.js';
import { Grounding } from './grounding.js';
import { nodeLines } from './node-lines.js';
import { ProviderClient } from './provider-client.js';
import { settingComplaint } from './setting-complaint.js';

interface PreparedAdvice extends PreparedQuestion {
  readonly plan: Plan;
}

let adviceCheck: ValidateFunction<RawAdvice> | null = null;

/** The check of an answer's form, loaded with the first answer: idle memory matters. */
async function loadAdviceCheck(): Promise<ValidateFunction<RawAdvice>> {
  const { Ajv } = await import('ajv');
  adviceCheck ??= new Ajv({ allErrors: false, strict: false }).compile<RawAdvice>(ADVICE_SCHEMA);
  return adviceCheck;
}

/** Asks the provider about a plan, and shows of its answer what holds. */
@Injectable()
export class PlanAdviceService {
  constructor(
    private readonly settings: CopilotSettingsService,
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
    private readonly grounding: Grounding,
    private readonly client: ProviderClient,
    private readonly copilot: CopilotService,
    private readonly audit: CopilotAudit,
    private readonly threads: TextThreads,
  ) {}

  /** Exactly what `advise` would send. Throws `copilot-off`, `plan-unavailable`, and what grounding does. */
  async payload(actor: Actor, request: CopilotPlanRequest, signal: AbortSignal): Promise<CopilotPayload> {
    return payloadOf(await this.prepare(actor, request, signal));
  }

  /**
   * A summary, the nodes that dominate and what to do, each suggestion checked with the live schema. Throws `copilot-off`,
   * `plan-unavailable`, `provider-refused`, `provider-failed` (also for an answer of another form than was asked for),
   * `provider-timeout`, and what grounding does.
   */
  async advise(actor: Actor, request: CopilotPlanRequest, signal: AbortSignal): Promise<PlanAdvice> {
    const prepared = await this.prepare(actor, request, signal);
    const advice = await this.ask(actor, request, prepared, signal);
    const checked = await Promise.all(
      advice.suggestions.map(async (raw) => ({ raw, check: await this.check(actor, request, prepared, raw, signal) })),
    );
    const suggestions = checked.flatMap(({ check }): PlanSuggestion[] =>
      check.kind === 'holds' ? [check.suggestion] : [],
    );
    const { ground, level, prompt } = prepared;
    return {
      summary: advice.summary,
      is_fine: advice.is_fine && suggestions.length === 0,
      dominant: dominantNodes(advice, prepared.plan),
      suggestions,
      dropped: checked.flatMap(({ raw, check }) =>
        check.kind === 'dropped' ? [{ title: raw.title, problem: check.problem }] : [],
      ),
      sent: { tables: tableNames(ground), level, tokens: tokensOf(prompt) },
    };
  }

  private async prepare(actor: Actor, request: CopilotPlanRequest, signal: AbortSignal): Promise<PreparedAdvice> {
    const plan = await this.planIn(request.raw);
    const { provider, settings, level } = await this.settings.forConnection(actor, request.connection_id);
    const relations = plan.byRelation.map(({ name }) => name);
    const wish = {
      ...{ words: '', sql: askedSql(request.sql), relations, chosen: null },
      ...{ level, tokenBudget: settings.token_budget, hasIndexes: true },
    };
    const ground = await this.grounding.ground(actor, request.connection_id, wish, signal);
    const mark = randomBytes(6).toString('hex');
    const parts = { engine: ground.engine, schema: ground.text, mark };
    const prompt = planPrompt({ sql: request.sql, raw: request.raw, nodes: nodeLines(plan) }, parts);
    return { provider, level, ground, prompt, mark, plan, keepsText: settings.audit_text };
  }

  private async planIn(raw: string): Promise<Plan> {
    const reading = await this.threads.run('readPlanText', raw, {});
    if (reading.kind === 'read') return reading.value;
    throw new Problem('plan-unavailable', reading.why);
  }

  /** Small models wrap their answer in prose: they are corrected once, and then the answer is refused. */
  private async ask(
    actor: Actor,
    request: CopilotPlanRequest,
    prepared: PreparedAdvice,
    signal: AbortSignal,
  ): Promise<RawAdvice> {
    const isAdvice = await loadAdviceCheck();
    const first = await this.askOnce(actor, request, prepared, prepared.prompt, signal);
    const json = jsonInAnswer(first);
    if (isAdvice(json)) return json;
    const again = 'That was not the one JSON object that was asked for. Answer with it and nothing else.';
    const turns = [
      { role: 'assistant' as const, text: first },
      { role: 'user' as const, text: again },
    ];
    const prompt = { ...prepared.prompt, messages: [...prepared.prompt.messages, ...turns] };
    const second = jsonInAnswer(await this.askOnce(actor, request, prepared, prompt, signal));
    if (isAdvice(second)) return second;
    throw new Problem('provider-failed', 'The provider did not answer in the expected format. Nothing is shown.');
  }

  private askOnce(
    actor: Actor,
    request: CopilotPlanRequest,
    { provider, level, keepsText }: PreparedAdvice,
    prompt: Prompt,
    signal: AbortSignal,
  ): Promise<string> {
    const connectionId = request.connection_id;
    const call = { connectionId, purpose: 'explain-plan', provider, level, prompt, keepsText };
    return this.audit.around(actor, call, () => this.client.ask(provider, prompt, { signal }));
  }

  private async check(
    actor: Actor,
    request: CopilotPlanRequest,
    { ground }: PreparedAdvice,
    raw: RawSuggestion,
    signal: AbortSignal,
  ): Promise<CheckedSuggestion> {
    const connector = await this.connections.connector(actor, request.connection_id);
    const checked = checkAgainstTables(raw, ground.tables, ground.defaultSchema, connector.dialect);
    if (checked !== null) return checked;
    if (raw.kind === 'setting') {
      const claim = { actor, connectionId: request.connection_id, purpose: 'once', signal } as const;
      const openSession = () => this.slots.openSession(claim, connector, { isReadOnly: true });
      const database = { dialect: connector.dialect, openSession };
      const { complaint, sql } = await settingComplaint(database, raw.name, raw.value, signal);
      return complaint === null ? holds(raw, sql) : dropped(complaint);
    }
    if (raw.kind !== 'rewrite') return dropped('Its kind is unknown.');
    const changes = (sql: string): Promise<boolean> => this.threads.run('changesData', sql, connector.dialect);
    if ((await changes(raw.sql)) && !(await changes(request.sql))) {
      return dropped('It changes data, which the statement does not.');
    }
    const problem = await this.copilot.problemOf(actor, request.connection_id, raw.sql, signal);
    return problem === null ? holds(raw, raw.sql) : dropped(problem);
  }
}

/** Nodes that there are, in the order of the answer; without any, those with the largest share. */
function dominantNodes(advice: RawAdvice, plan: Plan): PlanAdvice['dominant'] {
  const nodes = listNodes(plan.root);
  const named = advice.dominant_nodes.flatMap(({ node, reason }) => {
    const found = nodes[node];
    return found === undefined ? [] : [{ found, reason }];
  });
  const known = new Map(named.map((one) => [one.found.id, one]));
  return [...known.values()].map(({ found, reason }) => ({
    node_id: found.id,
    label: found.label,
    relation: found.relation,
    share: found.share,
    reason,
  }));
}

function holds({ kind, title, reason }: RawSuggestion, sql: string): CheckedSuggestion {
  return { kind: 'holds', suggestion: { kind, title, reason, sql } };
}

function dropped(problem: string): CheckedSuggestion {
  return { kind: 'dropped', problem };
}
