import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type {
  CopilotChoices,
  CopilotLevel,
  CopilotSettings,
  CopilotSettingsChange,
  CopilotSettingsInput,
  CopilotStatus,
  CopilotTest,
} from '#libs/api';
import { CREDENTIALS_REFUSED, holdsCredentials } from '#libs/outbound';
import { undecryptableText } from '#libs/secret-key';
import { ConnectionsQueries } from '../connections/index.js';
import { Clock, EventBus, Problem, SecretKeys, State } from '../platform/index.js';
import type { SealedValue } from '../platform/index.js';
import { CopilotSettingRecord } from './copilot-setting.entity.js';
import { hostOf, originOf } from './provider.js';
import type { ProviderSettings } from './provider.js';
import { ProviderClient } from './provider-client.js';

const ID = 'copilot';
const SUBJECT = 'The API key of the provider';

/** No provider is asked until one is chosen. */
const DEFAULTS: CopilotChoices = {
  provider: 'off',
  base_url: '',
  model: '',
  timeout_s: 60,
  token_budget: 8_000,
  audit_text: false,
  connections: {},
  default_level: 'comments',
};

/** Keeps which provider is asked and what may be sent to it. One for the whole workbench. */
@Injectable()
export class CopilotSettingsService {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly connections: ConnectionsQueries,
    private readonly client: ProviderClient,
    private readonly keys: SecretKeys,
  ) {
    keys.addHolder(() => this.sealedValues());
  }

  /** The choices in force, without the key. */
  async settings(): Promise<CopilotSettings> {
    const { kept, sealedKey } = await this.read();
    return { ...kept, key_set: sealedKey !== null, key_fault: await this.keyFault(sealedKey) };
  }

  /** What `actor` may use the Copilot for. */
  async status(actor: Actor): Promise<CopilotStatus> {
    const { kept } = await this.read();
    const visible = this.connections.list(actor).items.map(({ id }) => [id, levelOf(kept, id)] as const);
    return {
      is_on: kept.provider !== 'off',
      provider: kept.provider,
      model: kept.model,
      host: hostOf(kept),
      connections: Object.fromEntries(visible),
    };
  }

  /**
   * Whom to ask for a connection and how much may be sent. Throws `connection-not-found`, and `copilot-off` where no provider is chosen, or nothing of this
   * connection may be sent.
   */
  async forConnection(
    actor: Actor,
    connectionId: string,
  ): Promise<{ provider: ProviderSettings; settings: CopilotChoices; level: Exclude<CopilotLevel, 'off'> }> {
    this.connections.get(actor, connectionId);
    const { kept, sealedKey } = await this.read();
    const level = levelOf(kept, connectionId);
    if (kept.provider === 'off') throw new Problem('copilot-off', 'Choose a provider in Settings → AI Copilot first.');
    if (level === 'off')
      throw new Problem('copilot-off', 'The Copilot is off for this connection. Change that in Settings → AI Copilot.');
    return { provider: await this.providerOf(kept, sealedKey), settings: kept, level };
  }

  /**
   * Replaces the choices. Throws `validation-failed`, `secret-needed` where a stored key would go elsewhere, and
   * `changed-meanwhile` where other choices are in force than those that are expected.
   */
  async change(actor: Actor, { expected, ...input }: CopilotSettingsChange): Promise<CopilotSettings> {
    const { key, ...wanted } = input;
    refuseIncomplete(wanted);
    return this.state.transactionFor(actor, async (manager) => {
      const { kept, sealedKey } = await this.read();
      if (expected !== undefined && !areSame(expected, kept))
        throw new Problem('changed-meanwhile', 'The settings were changed meanwhile. Review them, then save again.');
      const sealed = await this.sealedKeyFor(input, kept, sealedKey);
      const record = { id: ID, value: JSON.stringify(wanted), sealedKey: sealed, updatedAt: this.clock.isoNow() };
      await manager.upsert(CopilotSettingRecord, record, ['id']);
      const names = Object.keys(wanted) as (keyof CopilotChoices)[];
      const fields = names.filter((name) => JSON.stringify(kept[name]) !== JSON.stringify(wanted[name]));
      this.events.publish('action.performed', {
        action: 'settings.change',
        actor,
        outcome: 'done',
        object: { kind: 'settings', id: ID, name: 'AI Copilot' },
        details: { fields: key === undefined ? fields : [...fields, 'key'], ...originChange(kept, wanted) },
      });
      return { ...wanted, key_set: sealed !== null, key_fault: await this.keyFault(sealed) };
    });
  }

  /** Asks the provider something short by settings that are not kept. Throws `validation-failed`. */
  async test(input: CopilotSettingsInput, signal: AbortSignal): Promise<CopilotTest> {
    refuseIncomplete(input);
    if (input.provider === 'off') throw invalid('provider', 'choose a provider to test');
    const { kept, sealedKey } = await this.read();
    const provider = await this.providerOf(input, await this.sealedKeyFor(input, kept, sealedKey));
    const startedAtMs = performance.now();
    const prompt = { system: 'Answer with one word.', messages: [{ role: 'user' as const, text: 'Say: ready' }] };
    try {
      const { text } = await this.client.ask(provider, prompt, { signal, maxOutputTokens: 64 });
      return { ok: true, latency_ms: elapsed(startedAtMs), message: text.trim().slice(0, 200) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ok: false, latency_ms: elapsed(startedAtMs), message: error.detail ?? error.message };
    }
  }

  private async read(): Promise<{ kept: CopilotChoices; sealedKey: string | null }> {
    const record = await this.state.manager.findOneBy(CopilotSettingRecord, { id: ID });
    if (record === null) return { kept: DEFAULTS, sealedKey: null };
    return {
      kept: withoutCredentials({ ...DEFAULTS, ...(JSON.parse(record.value) as Partial<CopilotChoices>) }),
      sealedKey: record.sealedKey,
    };
  }

  private async providerOf(settings: CopilotChoices, sealedKey: string | null): Promise<ProviderSettings> {
    const { provider, base_url: baseUrl, model, timeout_s: timeoutS } = settings;
    return { provider, baseUrl, model, timeoutMs: timeoutS * 1000, key: await this.openKey(sealedKey) };
  }

  /** Throws `secret-unreadable` where the stored key cannot be decrypted: a question is not asked without it. */
  private async openKey(sealedKey: string | null): Promise<string | null> {
    if (sealedKey === null) return null;
    const opening = await this.keys.open(sealedKey);
    if (opening.kind === 'plain') return opening.text;
    throw new Problem('secret-unreadable', undecryptableText(SUBJECT, opening));
  }

  private async keyFault(sealedKey: string | null): Promise<string | null> {
    const opening = sealedKey === null ? null : await this.keys.open(sealedKey);
    return opening?.kind === 'undecryptable' ? undecryptableText(SUBJECT, opening) : null;
  }

  private async sealedValues(): Promise<SealedValue[]> {
    const { sealedKey } = await this.read();
    return sealedKey === null ? [] : [{ kind: 'copilot', id: ID, name: 'AI Copilot', sealed: sealedKey }];
  }

  /** A stored key only ever goes to the scheme, host and port it was typed for. */
  private async sealedKeyFor(
    { key, ...wanted }: CopilotSettingsInput,
    kept: CopilotChoices,
    sealedKey: string | null,
  ): Promise<string | null> {
    if (key === null || key === '') return null;
    if (key !== undefined) return this.keys.seal(key);
    const isSamePlace = kept.provider === wanted.provider && originOf(kept) === originOf(wanted);
    if (sealedKey === null || isSamePlace || wanted.provider === 'off') return sealedKey;
    const detail = 'type the key again: the stored one is only sent to the provider and address it was typed for';
    throw new Problem('secret-needed', undefined, { errors: [{ pointer: '/key', detail }] });
  }
}

/** What is read from a body and from the state has prototypes of its own. */
function areSame(some: CopilotChoices, others: CopilotChoices): boolean {
  const plain = (choices: CopilotChoices): unknown => ({ ...choices, connections: { ...choices.connections } });
  return isDeepStrictEqual(plain(some), plain(others));
}

/** The old and the new place that questions and the key go to, for the audit. */
function originChange(before: CopilotChoices, after: CopilotChoices): { from?: string; to?: string } {
  const [from, to] = [originOf(before), originOf(after)];
  return from === to ? {} : { from, to };
}

function levelOf({ connections, default_level: otherwise }: CopilotChoices, id: string): CopilotLevel {
  return Object.hasOwn(connections, id) ? (connections[id] ?? otherwise) : otherwise;
}

/** Addresses that an earlier version kept may hold a password, which was never used. */
function withoutCredentials(settings: CopilotChoices): CopilotChoices {
  const { base_url: address } = settings;
  if (!URL.canParse(address) || !holdsCredentials(new URL(address))) return settings;
  const bare = new URL(address);
  [bare.username, bare.password] = ['', ''];
  return { ...settings, base_url: bare.href };
}

function refuseIncomplete({ provider, base_url: baseUrl, model }: CopilotChoices): void {
  if (URL.canParse(baseUrl) && holdsCredentials(new URL(baseUrl))) throw invalid('base_url', CREDENTIALS_REFUSED);
  if (provider === 'off') return;
  if (model.trim() === '') throw invalid('model', 'name the model to ask');
  if (baseUrl === '' && provider === 'anthropic') return;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw invalid('base_url', 'must be an http or https address, such as https://api.openai.com/v1');
  }
}

function invalid(field: string, detail: string): Problem {
  return new Problem('validation-failed', undefined, { errors: [{ pointer: `/${field}`, detail }] });
}

function elapsed(sinceMs: number): number {
  return Math.round(performance.now() - sinceMs);
}
