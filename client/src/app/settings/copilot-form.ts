import type { CopilotChoices, CopilotLevel, CopilotProvider, CopilotSettings, CopilotSettingsInput } from '#libs/api';
import { keepTyped } from '../shared/unsaved/keep-typed';

/** The form of the Copilot as it is typed. */
export interface CopilotForm {
  readonly provider: CopilotProvider;
  readonly base_url: string;
  readonly model: string;
  /** Null leaves the stored one as it is; an empty string takes it away. */
  readonly key: string | null;
  readonly timeout_s: string;
  readonly token_budget: string;
  readonly audit_text: boolean;
  readonly default_level: CopilotLevel;
  readonly connections: Readonly<Record<string, CopilotLevel>>;
}

export type CopilotField = 'provider' | 'base_url' | 'model' | 'key' | 'timeout_s' | 'token_budget';

/** The form of what is in force. */
export function copilotFormOf(settings: CopilotSettings): CopilotForm {
  const { provider, base_url, model, audit_text, default_level, connections } = settings;
  const numbers = { timeout_s: String(settings.timeout_s), token_budget: String(settings.token_budget) };
  return { provider, base_url, model, key: null, audit_text, default_level, connections, ...numbers };
}

/** What a change of settings began with. */
export function choicesOf(settings: CopilotSettings): CopilotChoices {
  const { provider, base_url, model, timeout_s, token_budget, audit_text, connections, default_level } = settings;
  return { provider, base_url, model, timeout_s, token_budget, audit_text, connections, default_level };
}

/** The form of what is in force by now, with what was changed in a form that began with other settings. */
export function withTyped(began: CopilotForm, form: CopilotForm, now: CopilotForm): CopilotForm {
  const ids = Object.keys({ ...began.connections, ...form.connections, ...now.connections });
  const levels = ids.flatMap((id): [string, CopilotLevel][] => {
    const source = form.connections[id] === began.connections[id] ? now : form;
    const level = source.connections[id];
    return level === undefined ? [] : [[id, level]];
  });
  // A typed key was typed for that address, wherever requests go by now.
  const { provider, base_url } = form.key === null || form.key === '' ? keepTyped(began, form, now) : form;
  return { ...keepTyped(began, form, now), provider, base_url, connections: Object.fromEntries(levels) };
}

/** What a form asks for. */
export function copilotInputOf(form: CopilotForm): CopilotSettingsInput {
  const { key, connections, ...rest } = form;
  return {
    ...rest,
    base_url: form.base_url.trim(),
    model: form.model.trim(),
    timeout_s: Number(form.timeout_s),
    token_budget: Number(form.token_budget),
    connections: { ...connections },
    ...(key === null ? {} : { key: key === '' ? null : key }),
  };
}

/** What is wrong with each field, in a sentence; null where nothing is. */
export function copilotMistakes(form: CopilotForm): Record<CopilotField, string | null> {
  const isOn = form.provider !== 'off';
  const needsAddress = form.provider === 'openai-compatible' || form.base_url.trim() !== '';
  const address = form.base_url.trim();
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return {
    provider: null,
    key: null,
    model: isOn && form.model.trim() === '' ? 'Enter a model.' : null,
    base_url:
      isOn && needsAddress && !isAddress ? 'Enter an http or https address, such as http://127.0.0.1:11434/v1.' : null,
    timeout_s: numberMistake(form.timeout_s, 1, 600),
    token_budget: numberMistake(form.token_budget, 500, 200_000),
  };
}

function numberMistake(text: string, min: number, max: number): string | null {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? null : `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}.`;
}
