/** A raster basemap of a person's own. */
export interface Basemap {
  /** An XYZ address with `{z}`, `{x}` and `{y}`. */
  url: string;
  /** Whom the map is by, as plain text. */
  attribution: string;
}

/** How times of the interface are shown; values of a result are never touched. */
export const TIME_DISPLAYS = ['local', 'utc'] as const;
export type TimeDisplay = (typeof TIME_DISPLAYS)[number];

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeSetting = (typeof THEME_CHOICES)[number];

/** In which case Format and completion write keywords; `keep` leaves them as they are typed. */
export const KEYWORD_CASES = ['keep', 'upper', 'lower'] as const;
export type KeywordCase = (typeof KEYWORD_CASES)[number];

/** Whose keys the editor has. */
export const EDITOR_KEYMAPS = ['vscode', 'vim'] as const;
export type EditorKeymap = (typeof EDITOR_KEYMAPS)[number];

/** A text that a person inserts by its name, with tab stops written `${1:text}`. */
export interface Snippet {
  name: string;
  text: string;
}

/** `GET /api/settings/snippets`, by name. */
export interface SnippetList {
  items: Snippet[];
  next_cursor: null;
}

/** `GET|PUT /api/settings/studio`: what a person has set; a field that is left out of a PUT goes back to its default. */
export interface StudioSettings {
  /** Rows that PREVIEW asks for. */
  preview_limit: number;
  /** In CSS pixels. */
  editor_font_size: number;
  /** Whether long lines continue below instead of to the right. */
  editor_word_wrap: boolean;
  /** Spaces that Tab stands for, in the editor and in what is formatted. */
  editor_tab_size: number;
  /** Whether saving formats the text first. */
  format_on_save: boolean;
  keyword_case: KeywordCase;
  editor_keymap: EditorKeymap;
  /** Null draws the default basemap, light or dark with the theme. */
  basemap: Basemap | null;
  /** Null leaves each browser its own. */
  theme: ThemeSetting | null;
  time_display: TimeDisplay;
}
