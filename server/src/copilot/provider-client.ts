import { Injectable } from '@nestjs/common';
import type { FinishReason, LanguageModel } from 'ai';
import type { Prompt } from '#libs/copilot';
import { Outbound, Problem } from '../platform/index.js';
import { ANTHROPIC_URL } from './provider.js';
import type { ProviderSettings } from './provider.js';
import { providerProblem } from './provider-problem.js';

/** How one question is asked. */
export interface AskOptions {
  /** Aborting it hangs up on the provider. */
  readonly signal: AbortSignal;
  readonly maxOutputTokens?: number;
  /** Called with each piece of the answer as it arrives. */
  readonly onText?: (text: string) => void;
}

/** A whole answer; the tokens as the provider counts them, null where it does not. */
export interface ProviderAnswer {
  readonly text: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

const MAX_OUTPUT_TOKENS = 4_096;
/** An answer that is longer is no answer to a question about SQL. */
const MAX_ANSWER_CHARS = 400_000;

/** Talks to providers, through the one guarded way out. The libraries for it are loaded by the first question. */
@Injectable()
export class ProviderClient {
  constructor(private readonly outbound: Outbound) {}

  /**
   * Asks and hands the answer on as it streams. Throws `provider-refused`, `provider-failed`, `provider-timeout`; for an
   * answer that ends in the middle, too.
   */
  async ask(settings: ProviderSettings, prompt: Prompt, options: AskOptions): Promise<ProviderAnswer> {
    const timeout = AbortSignal.timeout(settings.timeoutMs);
    const signal = AbortSignal.any([options.signal, timeout]);
    const progress = { hasBegun: false };
    const onText = (text: string): void => {
      progress.hasBegun = true;
      options.onText?.(text);
    };
    try {
      return await this.stream(settings, prompt, { ...options, signal, onText });
    } catch (error) {
      if (timeout.aborted) {
        const seconds = Math.round(settings.timeoutMs / 1000);
        const what = progress.hasBegun ? 'finish its answer' : 'answer';
        throw new Problem('provider-timeout', `The provider did not ${what} within ${seconds} seconds. Ask again.`, {
          cause: error,
        });
      }
      throw await providerProblem(error, settings.key);
    }
  }

  private async stream(settings: ProviderSettings, prompt: Prompt, options: AskOptions): Promise<ProviderAnswer> {
    const { streamText } = await import('ai');
    const result = streamText({
      model: await this.model(settings),
      system: prompt.system,
      messages: prompt.messages.map(({ role, text }) => ({ role, content: text })),
      maxOutputTokens: options.maxOutputTokens ?? MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      abortSignal: options.signal,
      // Errors are part of the stream below.
      onError: () => undefined,
    });
    let text = '';
    let reason: FinishReason | null = null;
    let usage: { inputTokens: number | undefined; outputTokens: number | undefined } | null = null;
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new Problem('provider-failed', 'The question was stopped.');
      if (part.type === 'finish') [reason, usage] = [part.finishReason, part.totalUsage];
      if (part.type !== 'text-delta') continue;
      text += part.text;
      if (text.length > MAX_ANSWER_CHARS)
        throw new Problem('provider-failed', 'The answer of the provider was too long.');
      options.onText?.(part.text);
    }
    refuseIncomplete(reason, text);
    return { text, inputTokens: usage?.inputTokens ?? null, outputTokens: usage?.outputTokens ?? null };
  }

  private async model({ provider, baseUrl, model, key }: ProviderSettings): Promise<LanguageModel> {
    const fetch = this.outbound.fetch();
    if (provider === 'anthropic') {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Without a key of its own the library would take one from the environment.
      return createAnthropic({ baseURL: baseUrl === '' ? ANTHROPIC_URL : baseUrl, apiKey: key ?? '', fetch })(model);
    }
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const access = key === null ? {} : { apiKey: key };
    return createOpenAICompatible({ name: 'provider', baseURL: baseUrl, fetch, includeUsage: true, ...access })(model);
  }
}

function refuseIncomplete(reason: FinishReason | null, text: string): void {
  if (reason === 'length') throw new Problem('provider-failed', 'The answer was cut off: it was too long.');
  if (reason === 'content-filter') throw new Problem('provider-failed', 'The provider filtered its answer.');
  if (reason === 'stop') {
    if (text.trim() === '') throw new Problem('provider-failed', 'The answer was empty.');
    return;
  }
  throw new Problem('provider-failed', 'The answer ended in the middle.');
}
