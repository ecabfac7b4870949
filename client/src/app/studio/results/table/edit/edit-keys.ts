import { commandKey } from '../../../../shared/keys/command-key';

/** What a key does with the rows of a grid. */
export type EditKey = 'undo' | 'redo' | 'add-row' | 'delete-rows' | 'clear' | 'fill-down' | 'review' | 'type';

const WITH_MOD: Readonly<Record<string, EditKey>> = { z: 'undo', y: 'redo', i: 'add-row', d: 'fill-down' };

/** The edit that a key begins; null for a key that is none. A letter is typed into the cell. */
export function editKeyOf(event: KeyboardEvent): EditKey | null {
  const { key, shiftKey, altKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  // On some keyboards a letter is typed with Ctrl and Alt.
  const isGraph = event.getModifierState('AltGraph');
  if (!isMod && !altKey && key === 'Delete') return 'clear';
  if ((!isMod || isGraph) && (!altKey || isGraph) && isCharacter(key)) return 'type';
  if (!isMod || altKey) return null;
  if (key === 'Delete') return 'delete-rows';
  if (shiftKey) return commandKey(event) === 'z' ? 'redo' : key === 'Enter' ? 'review' : null;
  return WITH_MOD[commandKey(event)] ?? null;
}

/** The space key shows a value, as it does in every result. */
function isCharacter(key: string): boolean {
  return /^[^\s]$/u.test(key);
}
