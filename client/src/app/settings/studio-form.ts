import type { EditorKeymap, KeywordCase, StudioSettings, ThemeSetting, TimeDisplay } from '#libs/api';
import {
  BASEMAP_ATTRIBUTION_CHARACTERS,
  basemapMistake,
  EDITOR_FONT_SIZES,
  EDITOR_TAB_SIZES,
  PREVIEW_LIMITS,
} from '#libs/settings';

/** The form of the studio's settings as it is typed. */
export interface StudioForm {
  readonly preview_limit: string;
  readonly editor_font_size: string;
  readonly editor_tab_size: string;
  readonly editor_word_wrap: boolean;
  readonly format_on_save: boolean;
  readonly keyword_case: KeywordCase;
  readonly editor_keymap: EditorKeymap;
  readonly theme: ThemeSetting;
  readonly time_display: TimeDisplay;
  readonly hasBasemap: boolean;
  readonly url: string;
  readonly attribution: string;
}

/** Fields in which something can be wrong. */
export type StudioField = 'preview_limit' | 'editor_font_size' | 'editor_tab_size' | 'url' | 'attribution';

/** The form of what is in force; `theme` is the browser's own where none is set. */
export function formOf(settings: StudioSettings, theme: ThemeSetting): StudioForm {
  return {
    preview_limit: String(settings.preview_limit),
    editor_font_size: String(settings.editor_font_size),
    editor_tab_size: String(settings.editor_tab_size),
    editor_word_wrap: settings.editor_word_wrap,
    format_on_save: settings.format_on_save,
    keyword_case: settings.keyword_case,
    editor_keymap: settings.editor_keymap,
    theme: settings.theme ?? theme,
    time_display: settings.time_display,
    hasBasemap: settings.basemap !== null,
    url: settings.basemap?.url ?? '',
    attribution: settings.basemap?.attribution ?? '',
  };
}

/** What a form asks for. */
export function settingsOf(form: StudioForm): StudioSettings {
  const basemap = form.hasBasemap ? { url: form.url.trim(), attribution: form.attribution.trim() } : null;
  const { theme, time_display, editor_word_wrap, format_on_save, keyword_case, editor_keymap } = form;
  return {
    preview_limit: Number(form.preview_limit),
    editor_font_size: Number(form.editor_font_size),
    editor_tab_size: Number(form.editor_tab_size),
    editor_word_wrap,
    format_on_save,
    keyword_case,
    editor_keymap,
    basemap,
    theme,
    time_display,
  };
}

/** What is wrong with each field, in a sentence; null where nothing is. */
export function formMistakes(form: StudioForm): Record<StudioField, string | null> {
  const isLong = form.attribution.length > BASEMAP_ATTRIBUTION_CHARACTERS;
  return {
    preview_limit: numberMistake(form.preview_limit, PREVIEW_LIMITS),
    editor_font_size: numberMistake(form.editor_font_size, EDITOR_FONT_SIZES),
    editor_tab_size: numberMistake(form.editor_tab_size, EDITOR_TAB_SIZES),
    url: form.hasBasemap ? basemapMistake(form.url.trim()) : null,
    attribution:
      form.hasBasemap && isLong ? `The attribution is longer than ${BASEMAP_ATTRIBUTION_CHARACTERS} characters.` : null,
  };
}

function numberMistake(text: string, { min, max }: { min: number; max: number }): string | null {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? null : `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}.`;
}
