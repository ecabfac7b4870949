import type { StudioSettings } from '../api/index.js';

/** The defaults; the preview's 200 rows are the specification's. */
export const STUDIO_DEFAULTS: StudioSettings = {
  preview_limit: 200,
  editor_font_size: 13,
  editor_word_wrap: false,
  editor_tab_size: 2,
  format_on_save: false,
  keyword_case: 'keep',
  editor_keymap: 'vscode',
  basemap: null,
  theme: null,
  time_display: 'local',
};

/** Rows that a preview may ask for, both ends included. */
export const PREVIEW_LIMITS = { min: 1, max: 10_000 } as const;

/** Sizes of the editor's text in CSS pixels, both ends included. */
export const EDITOR_FONT_SIZES = { min: 9, max: 32 } as const;

/** Spaces that Tab may stand for, both ends included. */
export const EDITOR_TAB_SIZES = { min: 1, max: 8 } as const;

/** Characters that a basemap's address and attribution may have. */
export const BASEMAP_URL_CHARACTERS = 2000;
export const BASEMAP_ATTRIBUTION_CHARACTERS = 500;

/** Takes what is kept for a person; what an older workbench did not know has its default. */
export function withStudioDefaults(kept: Partial<StudioSettings>): StudioSettings {
  return { ...STUDIO_DEFAULTS, ...kept };
}

/** The names of the fields that differ. */
export function changedSettings(before: StudioSettings, after: StudioSettings): string[] {
  const names = Object.keys(STUDIO_DEFAULTS) as (keyof StudioSettings)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
