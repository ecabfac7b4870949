import type { IconName } from '../ui/icon/icon';

/** A section of the settings: `path` is its child route of `/settings`. */
export interface SettingsSection {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}

/** What the settings page lists, in this order; the routes stand in `app.routes.ts`. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  { path: 'studio', name: 'Studio', icon: 'square-terminal' },
  { path: 'snippets', name: 'Snippets', icon: 'braces' },
  { path: 'copilot', name: 'AI Copilot', icon: 'sparkles' },
];
