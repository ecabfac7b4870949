import type * as monacoModule from 'monaco-editor';
import type { editor as MonacoEditor } from 'monaco-editor';
import type { NgxMonacoEditorConfig } from 'ngx-monaco-editor-v2';
import { EDITOR_THEME, editorTheme } from './editor-theme';
import { SQL_CONFIGURATION, SQL_LANGUAGE, SQL_TOKENS } from './sql-language';

export type Monaco = typeof monacoModule;

declare global {
  interface Window {
    /** Set by Monaco's own loader once it has arrived. */
    monaco?: Monaco;
  }
}

/** After this long without Monaco the page says so, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Where Monaco's files are: beside the application, on this host and no other. */
export function monacoConfig(): NgxMonacoEditorConfig {
  return { baseUrl: new URL('assets/monaco/min/vs', document.baseURI).href };
}

export const EDITOR_OPTIONS: MonacoEditor.IStandaloneEditorConstructionOptions = {
  language: SQL_LANGUAGE,
  theme: EDITOR_THEME,
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
  wordBasedSuggestions: 'currentDocument',
  quickSuggestions: false,
  occurrencesHighlight: 'off',
  unicodeHighlight: { ambiguousCharacters: false },
  links: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
};

/** Teaches Monaco the workbench's SQL, once. */
export function installSql(monaco: Monaco): void {
  if (monaco.languages.getLanguages().some(({ id }) => id === SQL_LANGUAGE)) return;
  monaco.languages.register({ id: SQL_LANGUAGE, aliases: ['SQL'] });
  monaco.languages.setMonarchTokensProvider(SQL_LANGUAGE, SQL_TOKENS);
  monaco.languages.setLanguageConfiguration(SQL_LANGUAGE, SQL_CONFIGURATION);
  // Alt+W closes the tab; Monaco would take it for "match whole word" even where nothing is being searched.
  const closesTab = monaco.KeyMod.Alt | monaco.KeyCode.KeyW;
  monaco.editor.addKeybindingRule({ keybinding: closesTab, command: '-toggleFindWholeWord' });
}

/** Paints Monaco in the tokens that hold for an element now. */
export function installTheme(monaco: Monaco, isDark: boolean, element: HTMLElement): void {
  const style = getComputedStyle(element);
  monaco.editor.defineTheme(
    EDITOR_THEME,
    editorTheme(isDark, (token) => style.getPropertyValue(token)),
  );
  monaco.editor.setTheme(EDITOR_THEME);
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
}

/** Calls back when Monaco's files cannot be loaded or take too long; returns the way to stop waiting. */
export function whenMonacoFails(failed: () => void): () => void {
  const timer = setTimeout(failed, PATIENCE_MS);
  const listener = (event: Event): void => {
    if (event.target instanceof HTMLScriptElement && event.target.src.includes('/assets/monaco/')) failed();
  };
  // A script's error does not bubble, so it is caught on its way down.
  window.addEventListener('error', listener, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('error', listener, true);
  };
}
