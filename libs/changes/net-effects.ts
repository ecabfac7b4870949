import { rowKey, tableKey } from './change-items.js';
import type { RowEffect } from './effect.js';
import { isSameRow } from './rows-outcome.js';
import type { KeyOf } from './rows-outcome.js';

/**
 * What rows were before all of the effects and became by them, so that each row is there once: several statements may have
 * written it. A row that was added and removed again is left out.
 */
export function netEffects(effects: readonly RowEffect[], keyOf: KeyOf): RowEffect[] {
  const net = new Set<RowEffect>();
  const latest = new Map<string, RowEffect>();
  for (const effect of effects) {
    const former = idOf(effect, effect.before, keyOf);
    const found = former === null ? undefined : latest.get(former);
    // Where edits exchange keys, another row has the key by now.
    const isEarlier = isSameRow(found?.after ?? undefined, effect.before ?? undefined);
    const earlier = isEarlier ? found : undefined;
    if (former !== null && earlier !== undefined) latest.delete(former);
    if (earlier !== undefined) net.delete(earlier);
    const merged = earlier === undefined ? effect : joined(earlier, effect);
    if (merged === null) continue;
    net.add(merged);
    const latter = idOf(merged, merged.after, keyOf);
    if (latter !== null) latest.set(latter, merged);
  }
  return [...net];
}

function joined({ before }: RowEffect, effect: RowEffect): RowEffect | null {
  const { after } = effect;
  if (before === null) return after === null ? null : { ...effect, kind: 'insert', before };
  return { ...effect, kind: after === null ? 'delete' : 'update', before };
}

/** Null where nothing finds the row. */
function idOf(effect: RowEffect, cells: RowEffect['before'], keyOf: KeyOf): string | null {
  const names = keyOf(effect);
  if (cells === null || names.length === 0) return null;
  const key = names.map((name) => [name, cells[effect.columns.indexOf(name)] ?? null] as const);
  return tableKey(effect) + rowKey(Object.fromEntries(key));
}
