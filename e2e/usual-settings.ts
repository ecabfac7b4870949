import type { CopilotSettingsInput } from '#libs/api';

export const COPILOT_OFF: CopilotSettingsInput = {
  ...{ provider: 'off', base_url: '', model: '', timeout_s: 60, token_budget: 4000, audit_text: false },
  ...{ connections: {}, default_level: 'comments', key: null },
};

/** What a workbench begins with, as it is put there. */
const USUAL: Readonly<Record<string, object>> = {
  '/api/settings/studio': {},
  '/api/settings/copilot': COPILOT_OFF,
};

interface Api {
  api(method: string, path: string, body?: unknown): Promise<{ readonly body: unknown }>;
}

const begunWith = new WeakMap<Api, Map<string, string>>();

/** The workbench keeps settings: a story begins without those of the one before. They are put only where they differ. */
export async function restoreSettings(workbench: Api): Promise<void> {
  const known = begunWith.get(workbench) ?? new Map<string, string>();
  begunWith.set(workbench, known);
  for (const [path, usual] of Object.entries(USUAL)) {
    const found = JSON.stringify((await workbench.api('GET', path)).body);
    if (!known.has(path)) known.set(path, found);
    else if (found !== known.get(path)) await workbench.api('PUT', path, usual);
  }
}
