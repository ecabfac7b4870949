/** What a key does in the grid: select all rows, copy, show or edit the value, extend the range or give it up. */
export type GridKey = 'select-all' | 'copy' | 'view' | 'edit' | 'extend' | 'leave';

/** The grid's action for a key; null for a key that the grid component itself handles. */
export function gridKeyOf(event: KeyboardEvent): GridKey | null {
  const isMod = event.ctrlKey || event.metaKey;
  const letter = isMod && !event.shiftKey && !event.altKey ? event.key.toLowerCase() : '';
  if (letter === 'a') return 'select-all';
  if (letter === 'c') return 'copy';
  if (event.shiftKey && !event.altKey && event.key.startsWith('Arrow')) return 'extend';
  if (event.key === 'Escape') return 'leave';
  if (isMod || event.altKey) return null;
  if (event.key === ' ') return 'view';
  return event.key === 'Enter' || event.key === 'F2' ? 'edit' : null;
}
