import type { editor } from 'monaco-editor';
import type { TokenReader } from '../../theme/token-colours';

/** The name under which the studio's colours are known to Monaco. */
export const EDITOR_THEME = 'workbench';

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
      rule('', 'text-1'),
      rule('keyword', 'code-keyword'),
      rule('string', 'code-string'),
      rule('number', 'code-number'),
      rule('predefined', 'code-func'),
      rule('type', 'code-type'),
      rule('comment', 'code-comment', 'italic'),
      rule('operator', 'code-operator'),
      rule('variable', 'code-number'),
    ],
    colors: {
      'editor.background': colour('bg-panel'),
      'editor.foreground': colour('text-1'),
      'editorCursor.foreground': colour('accent'),
      'editor.selectionBackground': colour('accent-bg-strong'),
      'editor.inactiveSelectionBackground': colour('bg-active'),
      'editor.selectionHighlightBackground': colour('accent-bg'),
      'editor.wordHighlightBackground': colour('accent-bg'),
      'editor.findMatchBackground': colour('warn-bg-strong'),
      'editor.findMatchHighlightBackground': colour('warn-bg'),
      'editor.lineHighlightBackground': colour('bg-sunken'),
      'editor.lineHighlightBorder': colour('line-1'),
      'editorLineNumber.foreground': colour('text-3'),
      'editorLineNumber.activeForeground': colour('text-1'),
      'editorLineNumber.dimmedForeground': colour('text-3'),
      'editorBracketMatch.background': colour('accent-bg'),
      'editorBracketMatch.border': colour('accent-line'),
      'editorIndentGuide.background1': colour('line-1'),
      'editorError.foreground': colour('danger-dot'),
      'editorWarning.foreground': colour('warn-dot'),
      'editorWidget.background': colour('bg-overlay'),
      'editorWidget.foreground': colour('text-1'),
      'editorWidget.border': colour('line-2'),
      'editorSuggestWidget.background': colour('bg-overlay'),
      'editorSuggestWidget.foreground': colour('text-1'),
      'editorSuggestWidget.border': colour('line-2'),
      'editorSuggestWidget.selectedBackground': colour('accent-bg-strong'),
      'editorSuggestWidget.selectedForeground': colour('text-1'),
      'editorSuggestWidget.selectedIconForeground': colour('text-1'),
      'editorSuggestWidget.highlightForeground': colour('accent-text'),
      'editorSuggestWidget.focusHighlightForeground': colour('accent-text'),
      'editorHoverWidget.background': colour('bg-overlay'),
      'editorHoverWidget.border': colour('line-2'),
      'input.background': colour('bg-control'),
      'input.foreground': colour('text-1'),
      'input.border': colour('line-3'),
      'inputOption.activeBackground': colour('accent-bg-strong'),
      'inputOption.activeForeground': colour('accent-text'),
      'menu.background': colour('bg-overlay'),
      'menu.foreground': colour('text-1'),
      'menu.selectionBackground': colour('bg-hover'),
      'menu.selectionForeground': colour('text-1'),
      'quickInput.background': colour('bg-overlay'),
      'quickInput.foreground': colour('text-1'),
      'list.hoverBackground': colour('bg-hover'),
      'list.focusBackground': colour('accent-bg-strong'),
      'list.focusForeground': colour('text-1'),
      'quickInputList.focusBackground': colour('accent-bg-strong'),
      'quickInputList.focusForeground': colour('text-1'),
      'scrollbarSlider.background': colour('line-3', '55'),
      'scrollbarSlider.hoverBackground': colour('line-3', '88'),
      'scrollbarSlider.activeBackground': colour('line-3', 'aa'),
      'scrollbar.shadow': '#00000000',
      focusBorder: colour('focus'),
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
