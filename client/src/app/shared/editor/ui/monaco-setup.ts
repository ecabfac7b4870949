import type * as monacoModule from 'monaco-editor/esm/vs/editor/editor.api.js';
import type { editor as MonacoEditor } from 'monaco-editor';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { tokenReader } from '../../theme/token-colours';
import { EDITOR_THEME, editorTheme } from './editor-theme';
import { sqlLanguage } from './language-id';

export type Monaco = typeof monacoModule;

export const EDITOR_OPTIONS: MonacoEditor.IStandaloneEditorConstructionOptions = {
  language: sqlLanguage(DEFAULT_DIALECT),
  theme: EDITOR_THEME,
  // The tokens are those of the system then.
  autoDetectHighContrast: false,
  fontFamily: "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace",
  fontSize: 13,
  lineHeight: 20,
  fontLigatures: false,
  ariaLabel: 'SQL editor. Press F6 to leave it.',
  automaticLayout: true,
  minimap: { enabled: false },
  padding: { top: 6, bottom: 6 },
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 10,
  glyphMargin: false,
  folding: false,
  guides: { indentation: false },
  bracketPairColorization: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'all',
  renderLineHighlightOnlyWhenFocus: true,
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: false,
  fixedOverflowWidgets: true,
  // The menu is drawn like the other menus, by styles of the page.
  useShadowDOM: false,
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, comments: false, strings: false },
  // Enter ends a line unless the arrows have chosen something.
  acceptSuggestionOnEnter: 'smart',
  acceptSuggestionOnCommitCharacter: false,
  suggest: { showWords: false, showStatusBar: false, preview: false },
  occurrencesHighlight: 'off',
  unicodeHighlight: { ambiguousCharacters: false },
  links: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
};

/** Paints Monaco in the tokens that hold for an element now. */
export function installTheme(monaco: Monaco, isDark: boolean, element: HTMLElement): void {
  monaco.editor.defineTheme(EDITOR_THEME, editorTheme(isDark, tokenReader(element)));
  monaco.editor.setTheme(EDITOR_THEME);
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
}
