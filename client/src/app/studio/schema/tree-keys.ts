/** What the tree's keyboard rules need to know of a row. */
export interface KeyRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly label: string;
  readonly isExpandable: boolean;
  readonly isExpanded: boolean;
}

/** What a key does: move to a row, or open or close the row one stands on. */
export type TreeMove = { readonly do: 'move'; readonly to: number } | { readonly do: 'expand' | 'collapse' };

/** The moves of the tree pattern (WAI-ARIA): arrows, Home, End, page keys; null when the key means nothing here. */
export function treeMove(rows: readonly KeyRow[], at: number, key: string, pageRows: number): TreeMove | null {
  const row = rows[at];
  if (!row) return rows.length > 0 && key.startsWith('Arrow') ? { do: 'move', to: 0 } : null;
  switch (key) {
    case 'ArrowDown':
      return moveTo(rows, at + 1);
    case 'ArrowUp':
      return moveTo(rows, at - 1);
    case 'PageDown':
      return moveTo(rows, at + pageRows);
    case 'PageUp':
      return moveTo(rows, at - pageRows);
    case 'Home':
      return moveTo(rows, 0);
    case 'End':
      return moveTo(rows, rows.length - 1);
    case 'ArrowRight':
      return inward(rows, at, row);
    case 'ArrowLeft':
      return outward(rows, row);
    default:
      return null;
  }
}

/** The next row, from the one after `at` round to it, whose label begins with what was typed; -1 when there is none. */
export function typeAhead(rows: readonly KeyRow[], at: number, typed: string): number {
  const prefix = typed.toLowerCase();
  const start = typed.length > 1 ? at : at + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (Math.max(start, 0) + step) % rows.length;
    if (rows[index]?.label.toLowerCase().startsWith(prefix)) return index;
  }
  return -1;
}

function moveTo(rows: readonly KeyRow[], index: number): TreeMove {
  return { do: 'move', to: Math.min(Math.max(index, 0), rows.length - 1) };
}

function inward(rows: readonly KeyRow[], at: number, row: KeyRow): TreeMove | null {
  if (row.isExpandable && !row.isExpanded) return { do: 'expand' };
  return rows[at + 1]?.parentId === row.id ? { do: 'move', to: at + 1 } : null;
}

function outward(rows: readonly KeyRow[], row: KeyRow): TreeMove | null {
  if (row.isExpandable && row.isExpanded) return { do: 'collapse' };
  const parent = rows.findIndex((candidate) => candidate.id === row.parentId);
  return parent >= 0 ? { do: 'move', to: parent } : null;
}
