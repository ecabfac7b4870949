import type { PlacedNode } from './plan-layout';

/** What a key does in the tree of cards. */
export type CanvasAction =
  | { readonly kind: 'go'; readonly id: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'fold' | 'fit' | 'close' };

/**
 * Reads a key. The arrows go where they point: down to the first child, up to the parent, sideways along a level. Space
 * folds, + and − zoom, 0 shows everything, Home goes to the root, Esc closes the details.
 */
export function canvasKey(key: string, current: number, nodes: readonly PlacedNode[]): CanvasAction | null {
  switch (key) {
    case '+':
    case '=':
      return { kind: 'zoom', factor: 1.2 };
    case '-':
      return { kind: 'zoom', factor: 1 / 1.2 };
    case '0':
      return { kind: 'fit' };
    case ' ':
      return { kind: 'fold' };
    case 'Escape':
      return { kind: 'close' };
    default: {
      const target = targetOf(key, current, nodes);
      return target === null ? null : { kind: 'go', id: target };
    }
  }
}

function targetOf(key: string, current: number, nodes: readonly PlacedNode[]): number | null {
  const at = nodes.find(({ node }) => node.id === current);
  if (at === undefined) return nodes[0]?.node.id ?? null;
  if (key === 'Enter') return current;
  if (key === 'Home') return nodes[0]?.node.id ?? null;
  if (key === 'End') return nodes.reduce((last, { node }) => Math.max(last, node.id), current);
  if (key === 'ArrowDown') return at.node.children.find(({ id }) => isPlaced(id, nodes))?.id ?? current;
  if (key === 'ArrowUp') return at.parentId ?? current;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const level = nodes.filter(({ depth }) => depth === at.depth).sort((a, b) => a.x - b.x);
  const next = level[level.indexOf(at) + (key === 'ArrowRight' ? 1 : -1)];
  return next?.node.id ?? current;
}

function isPlaced(id: number, nodes: readonly PlacedNode[]): boolean {
  return nodes.some(({ node }) => node.id === id);
}
