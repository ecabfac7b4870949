import type { DemoItemView, DemoView } from '#libs/demo';
import { countedText, listText } from '#libs/results';

/** Lists what removing the demo deletes: its connections by name, all else counted by kind. */
export function removedTexts({ connections, removed }: DemoView): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of removed) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const names = connections.map(({ name }) => name);
  const databases =
    names.length === 0 ? [] : [`${listText(names)}, with all ${names.length === 1 ? 'its' : 'their'} data`];
  return [...databases, ...[...counts].map(([kind, count]) => countedText(count, kind, pluralOf(kind)))];
}

/** Lists what stays, each by kind and name. */
export function keptTexts({ kept }: DemoView): string[] {
  return kept.map(({ kind, name }: DemoItemView) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}`);
}

function pluralOf(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
