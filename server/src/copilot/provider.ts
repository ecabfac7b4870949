import type { CopilotProvider } from '#libs/api';

/** Whom to ask and how. */
export interface ProviderSettings {
  readonly provider: CopilotProvider;
  readonly baseUrl: string;
  readonly model: string;
  readonly timeoutMs: number;
  readonly key: string | null;
}

export const ANTHROPIC_URL = 'https://api.anthropic.com/v1';

/** The scheme, host and port that a key is sent to; empty without a provider. */
export function originOf({ provider, base_url: baseUrl }: { provider: CopilotProvider; base_url: string }): string {
  if (provider === 'off') return '';
  const address = baseUrl === '' ? ANTHROPIC_URL : baseUrl;
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** The host that questions go to; empty without a provider. */
export function hostOf({ provider, base_url: baseUrl }: { provider: CopilotProvider; base_url: string }): string {
  if (provider === 'off') return '';
  const address = baseUrl === '' ? ANTHROPIC_URL : baseUrl;
  return URL.canParse(address) ? new URL(address).host : '';
}
