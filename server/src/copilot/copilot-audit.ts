import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { CopilotLevel } from '#libs/api';
import type { Prompt } from '#libs/copilot';
import { EventBus } from '../platform/index.js';
import type { ProviderAnswer } from './provider-client.js';
import { hostOf } from './provider.js';
import type { ProviderSettings } from './provider.js';

/** A call to a provider, as it is written down. */
export interface AuditedCall {
  readonly connectionId: string;
  readonly purpose: string;
  readonly provider: ProviderSettings;
  readonly level: CopilotLevel;
  readonly prompt: Prompt;
  /** Whether the text itself is kept, as the administrator chose. */
  readonly keepsText: boolean;
}

const KEPT_CHARACTERS = 20_000;

/** Writes down each call to a provider: who, for which connection, to whom and how much. */
@Injectable()
export class CopilotAudit {
  constructor(private readonly events: EventBus) {}

  /** Makes a call and writes it down, also when it fails; answers with the text. */
  async around(actor: Actor, call: AuditedCall, ask: () => Promise<ProviderAnswer>): Promise<string> {
    try {
      const answer = await ask();
      this.publishAction(actor, call, answer);
      return answer.text;
    } catch (error) {
      this.publishAction(actor, call, null);
      throw error;
    }
  }

  private publishAction(actor: Actor, call: AuditedCall, answer: ProviderAnswer | null): void {
    const { provider, prompt } = call;
    const text = [prompt.system, ...prompt.messages.map((turn) => `${turn.role}: ${turn.text}`)].join('\n\n');
    this.events.publish('action.performed', {
      action: 'copilot.ask',
      actor,
      outcome: answer === null ? 'failed' : 'done',
      object: { kind: 'connection', id: call.connectionId, name: null },
      details: {
        purpose: call.purpose,
        provider: provider.provider,
        host: hostOf({ provider: provider.provider, base_url: provider.baseUrl }),
        model: provider.model,
        level: call.level,
        sent_characters: text.length,
        answer_characters: answer?.text.length ?? 0,
        input_tokens: answer?.inputTokens ?? null,
        output_tokens: answer?.outputTokens ?? null,
        ...(call.keepsText
          ? { sent: text.slice(0, KEPT_CHARACTERS), answered: (answer?.text ?? '').slice(0, KEPT_CHARACTERS) }
          : {}),
      },
    });
  }
}
