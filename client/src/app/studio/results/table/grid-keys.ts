/** What a key does in the grid: select all rows, copy, or show the whole value. */
export type GridKey = 'select-all' | 'copy' | 'view';

/** The grid's action for a key; null for a key that the grid component itself handles. */
export function gridKeyOf(event: KeyboardEvent): GridKey | null {
  const isMod = event.ctrlKey || event.metaKey;
  const letter = isMod && !event.shiftKey && !event.altKey ? event.key.toLowerCase() : '';
  if (letter === 'a') return 'select-all';
  if (letter === 'c') return 'copy';
  const isView = (event.key === ' ' || event.key === 'Enter') && !isMod && !event.altKey;
  return isView ? 'view' : null;
}
