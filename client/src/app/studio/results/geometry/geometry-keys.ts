import { commandKey } from '../../../shared/keys/command-key';

/** What a key does to a geometry on the map. Moves are in CSS pixels, upwards positive. */
export type GeometryKey =
  | { readonly kind: 'step'; readonly by: number }
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'remove' | 'split' | 'undo' | 'redo' | 'leave' | 'position' | 'undraw' | 'finish' };

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const DRAWING: Readonly<Record<string, GeometryKey>> = {
  ' ': { kind: 'position' },
  Enter: { kind: 'finish' },
  Backspace: { kind: 'undraw' },
  Escape: { kind: 'leave' },
};
const CHOSEN: Readonly<Record<string, GeometryKey>> = {
  Delete: { kind: 'remove' },
  Backspace: { kind: 'remove' },
  Insert: { kind: 'split' },
  Escape: { kind: 'leave' },
};

/** The action of a key on the map; null for a key of the map itself, which moves without a chosen vertex. */
export function keyAction(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { isDrawing, hasVertex }: { readonly isDrawing: boolean; readonly hasVertex: boolean },
): GeometryKey | null {
  const { key, shiftKey } = event;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return stepBack(commandKey(event), shiftKey);
  if (isDrawing) return DRAWING[key] ?? null;
  if (commandKey(event) === 'n') return { kind: 'step', by: shiftKey ? -1 : 1 };
  if (!hasVertex) return null;
  const [x, y] = ARROWS[key] ?? [0, 0];
  const pixels = shiftKey ? 10 : 1;
  return x !== 0 || y !== 0 ? { kind: 'move', x: x * pixels, y: y * pixels } : (CHOSEN[key] ?? null);
}

function stepBack(key: string, isShift: boolean): GeometryKey | null {
  if (key === 'z') return { kind: isShift ? 'redo' : 'undo' };
  return key === 'y' ? { kind: 'redo' } : null;
}
