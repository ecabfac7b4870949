import { commandKey } from '../../shared/keys/command-key';
import type { KeyGroup } from '../../shared/keys/key-groups';
import { isMod, keyText } from '../../shared/keys/key-names';

/** The keys of the studio, as the list of keys shows them. */
export const STUDIO_KEYS: KeyGroup = {
  name: 'Studio',
  keys: [
    ['Mod+Enter', 'Run the selection, or everything'],
    ['Alt+Enter', 'Run the statement at the cursor'],
    ['Mod+Shift+Enter', 'Run everything'],
    ['Alt+Shift+Enter', 'Preview what the selection, or everything, would write'],
    ['Mod+Shift+E', 'Explain the selection, or the statement at the cursor'],
    ['Alt+I', 'Open the Copilot'],
    ['Escape', 'Close the Copilot, or cancel the run'],
    ['Mod+S', 'Save'],
    ['Alt+Shift+F', 'Format selection or all'],
    ['Alt+Shift+S', 'Search all connections'],
    ['Mod+/', 'Toggle comment'],
    ['Ctrl+Space', 'Show suggestions'],
    ['Alt+T', `New tab (in an installed window also ${keyText('Mod+T')})`],
    ['Alt+W', `Close the tab (in an installed window also ${keyText('Mod+W')})`],
    ['Alt+Shift+T', 'Reopen closed tab'],
    ['Alt+Shift+ArrowLeft', 'Move the tab left (with the focus on it)'],
    ['Alt+Shift+ArrowRight', 'Move the tab right (with the focus on it)'],
    ['F2', 'Name the tab (with the focus on it)'],
  ],
};

/** What a key does anywhere in the studio, besides Escape, which depends on what is open. */
export type StudioKey =
  | 'open-tab'
  | 'close-tab'
  | 'reopen-tab'
  | 'format'
  | 'run'
  | 'run-statement'
  | 'run-everything'
  | 'preview-changes'
  | 'explain'
  | 'save'
  | 'toggle-copilot'
  | 'search-catalogs';

/** The studio's action for a key; null for a key that has none. */
export function studioKeyOf(event: KeyboardEvent): StudioKey | null {
  return tabKey(event) ?? altKey(event) ?? modKey(event);
}

/** A plain tab of a browser keeps Mod+T and Mod+W for itself; an installed window passes them on. */
function tabKey(event: KeyboardEvent): StudioKey | null {
  const isModAlone = isMod(event) && !event.altKey && !event.shiftKey;
  if (!isAlt(event) && !isModAlone) return null;
  if (commandKey(event) === 't') return 'open-tab';
  return commandKey(event) === 'w' ? 'close-tab' : null;
}

const WITH_ALT_SHIFT: Readonly<Record<string, StudioKey>> = {
  t: 'reopen-tab',
  f: 'format',
  s: 'search-catalogs',
  Enter: 'preview-changes',
};

function altKey(event: KeyboardEvent): StudioKey | null {
  const key = commandKey(event);
  if (isAltShift(event)) return WITH_ALT_SHIFT[key] ?? null;
  if (isAlt(event) && key === 'Enter') return 'run-statement';
  return isAlt(event) && key === 'i' ? 'toggle-copilot' : null;
}

function modKey(event: KeyboardEvent): StudioKey | null {
  if (!isMod(event) || event.altKey) return null;
  const key = commandKey(event);
  if (key === 'e' && event.shiftKey) return 'explain';
  if (key === 'Enter') return event.shiftKey ? 'run-everything' : 'run';
  return key === 's' && !event.shiftKey ? 'save' : null;
}

function isAlt(event: KeyboardEvent): boolean {
  return event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.getModifierState('AltGraph');
}

function isAltShift(event: KeyboardEvent): boolean {
  return event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.getModifierState('AltGraph');
}
