import type { editor } from 'monaco-editor';

/** The name under which the studio's colours are known to Monaco. */
export const EDITOR_THEME = 'workbench';

/** Reads the computed value of a design token. */
export type TokenReader = (token: string) => string;

/** Monaco's theme, made from the design tokens as they are now; Monaco paints outside CSS, so it needs the values. */
export function editorTheme(isDark: boolean, token: TokenReader): editor.IStandaloneThemeData {
  const rule = (name: string, colour: string, fontStyle = ''): editor.ITokenThemeRule => ({
    token: name,
    foreground: hex(token(colour)).slice(1),
    fontStyle,
  });
  const colour = (name: string, alpha = ''): string => hex(token(name)) + alpha;
  return {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: false,
    rules: [
      rule('', '--dw-text-1'),
      rule('keyword', '--dw-code-keyword'),
      rule('string', '--dw-code-string'),
      rule('number', '--dw-code-number'),
      rule('predefined', '--dw-code-func'),
      rule('type', '--dw-code-type'),
      rule('comment', '--dw-code-comment', 'italic'),
      rule('operator', '--dw-code-operator'),
      rule('variable', '--dw-code-number'),
    ],
    colors: {
      'editor.background': colour('--dw-bg-panel'),
      'editor.foreground': colour('--dw-text-1'),
      'editorCursor.foreground': colour('--dw-accent'),
      'editor.selectionBackground': colour('--dw-accent-bg-strong'),
      'editor.inactiveSelectionBackground': colour('--dw-bg-active'),
      'editor.selectionHighlightBackground': colour('--dw-accent-bg'),
      'editor.wordHighlightBackground': colour('--dw-accent-bg'),
      'editor.findMatchBackground': colour('--dw-warn-bg-strong'),
      'editor.findMatchHighlightBackground': colour('--dw-warn-bg'),
      'editor.lineHighlightBackground': colour('--dw-bg-sunken'),
      'editor.lineHighlightBorder': colour('--dw-line-1'),
      'editorLineNumber.foreground': colour('--dw-text-3'),
      'editorLineNumber.activeForeground': colour('--dw-text-1'),
      'editorLineNumber.dimmedForeground': colour('--dw-text-3'),
      'editorBracketMatch.background': colour('--dw-accent-bg'),
      'editorBracketMatch.border': colour('--dw-accent-line'),
      'editorIndentGuide.background1': colour('--dw-line-1'),
      'editorError.foreground': colour('--dw-danger-dot'),
      'editorWarning.foreground': colour('--dw-warn-dot'),
      'editorWidget.background': colour('--dw-bg-overlay'),
      'editorWidget.foreground': colour('--dw-text-1'),
      'editorWidget.border': colour('--dw-line-2'),
      'editorSuggestWidget.background': colour('--dw-bg-overlay'),
      'editorSuggestWidget.foreground': colour('--dw-text-1'),
      'editorSuggestWidget.border': colour('--dw-line-2'),
      'editorSuggestWidget.selectedBackground': colour('--dw-accent-bg-strong'),
      'editorSuggestWidget.selectedForeground': colour('--dw-text-1'),
      'editorSuggestWidget.selectedIconForeground': colour('--dw-text-1'),
      'editorSuggestWidget.highlightForeground': colour('--dw-accent-text'),
      'editorSuggestWidget.focusHighlightForeground': colour('--dw-accent-text'),
      'editorHoverWidget.background': colour('--dw-bg-overlay'),
      'editorHoverWidget.border': colour('--dw-line-2'),
      'input.background': colour('--dw-bg-control'),
      'input.foreground': colour('--dw-text-1'),
      'input.border': colour('--dw-line-3'),
      'inputOption.activeBackground': colour('--dw-accent-bg-strong'),
      'inputOption.activeForeground': colour('--dw-accent-text'),
      'menu.background': colour('--dw-bg-overlay'),
      'menu.foreground': colour('--dw-text-1'),
      'menu.selectionBackground': colour('--dw-bg-hover'),
      'menu.selectionForeground': colour('--dw-text-1'),
      'quickInput.background': colour('--dw-bg-overlay'),
      'quickInput.foreground': colour('--dw-text-1'),
      'list.hoverBackground': colour('--dw-bg-hover'),
      'list.focusBackground': colour('--dw-accent-bg-strong'),
      'list.focusForeground': colour('--dw-text-1'),
      'quickInputList.focusBackground': colour('--dw-accent-bg-strong'),
      'quickInputList.focusForeground': colour('--dw-text-1'),
      'scrollbarSlider.background': colour('--dw-line-3', '55'),
      'scrollbarSlider.hoverBackground': colour('--dw-line-3', '88'),
      'scrollbarSlider.activeBackground': colour('--dw-line-3', 'aa'),
      'scrollbar.shadow': '#00000000',
      focusBorder: colour('--dw-focus'),
    },
  };
}

/** Tokens are `#rrggbb` or `#rgb`; anything else would make Monaco throw, so it falls back to grey. */
function hex(value: string): string {
  const text = value.trim();
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  return short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : '#808080';
}
