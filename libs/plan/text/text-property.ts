import { anyField } from '../json-fields.js';
import { addGroupingSet } from '../postgres/postgres-grouping.js';

/** Properties that stand side by side on a line, two spaces between them; every other one is a text up to the line's end. */
const SIDE_BY_SIDE =
  /^(?:Sort Method|Buckets|Batches|Planned Partitions|Storage|Hits|Full-sort Groups|Pre-sorted Groups|Heap Blocks|Worker \d+)$/;
const WORKER = /^Worker \d+$/;
const GROUPING = /^(?:Group|Hash|Sort) Key$/;
/** Texts that may look like a number. */
const TEXTS = /^(?!Rows Removed).*(?:Cond|Filter|Key|Output|Condition|Order By)$/;
const BUFFERS: Readonly<Record<string, string>> = { shared: 'Shared', local: 'Local', temp: 'Temp' };
const BLOCKS: Readonly<Record<string, string>> = { hit: 'Hit', read: 'Read', dirtied: 'Dirtied', written: 'Written' };

/** Properties that hold expressions, in which brackets and quotes are closed again. */
const EXPRESSIONS = /(?:Cond|Filter|Key|Output|Condition|Order By|Function Call|Remote SQL|Sampling|Window)$/;

/** Whether the value of a property is an expression. */
export function isExpression(key: string): boolean {
  return EXPRESSIONS.test(key) && !key.startsWith('Rows Removed');
}

/** Properties that never begin a line: two spaces stand between them and the one before. */
const SECONDARY =
  /^(?:(?:Average |Peak )?(?:Memory|Disk)|(?:Memory|Disk) Usage|Maximum Storage|Misses|Evictions|Overflows)$/;

/** Whether a property always stands behind another one on its line. */
export function isSecondary(key: string): boolean {
  return SECONDARY.test(key);
}

/** A line below a node, split at its first colon; null where it is none. */
export function textProperty(line: string): { readonly key: string; readonly value: string } | null {
  const [, key, value] = /^\s*([A-Z][A-Za-z0-9 /-]*?):(?:\s([^]*))?$/.exec(line) ?? [];
  return key === undefined ? null : { key, value: value?.trimStart() ?? '' };
}

/** Adds what a line says to the fields that the JSON format has for it. */
export function addProperty(node: Record<string, unknown>, key: string, value: string): void {
  if (key === 'Buffers') Object.assign(node, bufferFields(value));
  else if (GROUPING.test(key) && addGroupingSet(node, key, value)) return;
  else if (WORKER.test(key)) addWorker(node, value);
  else if (SIDE_BY_SIDE.test(key)) Object.assign(node, sideBySide(key, value));
  else node[key] = !TEXTS.test(key) && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

/** Zero for every kind of block, as the JSON format prints it where the text format prints nothing. */
export function noBuffers(): Record<string, number> {
  const kinds = Object.values(BUFFERS).flatMap((place) =>
    Object.values(BLOCKS).map((kind) => `${place} ${kind} Blocks`),
  );
  return Object.fromEntries(kinds.map((kind) => [kind, 0]));
}

function bufferFields(value: string): Record<string, number> {
  const fields = noBuffers();
  for (const [, place = '', list = ''] of value.matchAll(/\b(shared|local|temp)((?: \w+=\d+)+)/g)) {
    for (const [, kind = '', count] of list.matchAll(/\b(\w+)=(\d+)/g)) {
      fields[`${BUFFERS[place] ?? ''} ${BLOCKS[kind] ?? ''} Blocks`] = Number(count);
    }
  }
  return fields;
}

/** A line below that of a worker, further to the right: it belongs to the last one. */
export function addWorkerProperty(node: Record<string, unknown>, key: string, value: string): void {
  const workers: unknown = anyField(node, 'Workers');
  const last: unknown = Array.isArray(workers) ? workers.at(-1) : undefined;
  if (typeof last === 'object' && last !== null) addProperty(last as Record<string, unknown>, key, value);
}

function addWorker(node: Record<string, unknown>, value: string): void {
  const property = textProperty(value);
  const workers: unknown = anyField(node, 'Workers');
  const before: unknown[] = Array.isArray(workers) ? workers : [];
  Object.assign(node, {
    Workers: [...before, property === null ? {} : sideBySide(property.key, property.value)],
  });
}

function sideBySide(key: string, value: string): Record<string, unknown> {
  const pairs = `${key}: ${value}`.split(/(?<!\s)\s{2,}(?=[A-Z])/).map((part) => textProperty(part));
  const texts = new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair.key, pair.value] as const])));
  const disk = kilobytes(texts.get('Disk'));
  const peakDisk = kilobytes(texts.get('Peak Disk'));
  const groups = texts.has('Full-sort Groups') ? 'Full-sort Groups' : 'Pre-sorted Groups';
  if (texts.has(groups)) {
    return { [groups]: peakDisk === null ? {} : { 'Sort Space Disk': { 'Peak Sort Space Used': peakDisk } } };
  }
  return {
    ...numbered(texts, 'Buckets', 'Hash Buckets'),
    ...numbered(texts, 'Batches', texts.has('Buckets') ? 'Hash Batches' : 'HashAgg Batches'),
    ...sized(texts, 'Disk Usage', 'Disk Usage'),
    ...sized(texts, 'Maximum Storage', 'Maximum Storage'),
    ...(texts.has('Storage') ? { Storage: texts.get('Storage') } : {}),
    ...(texts.has('Sort Method') ? { 'Sort Method': texts.get('Sort Method') } : {}),
    ...(disk === null ? {} : { 'Sort Space Type': 'Disk', 'Sort Space Used': disk }),
    ...heapBlocks(texts.get('Heap Blocks')),
  };
}

function heapBlocks(value = ''): Record<string, number> {
  const kinds = [...value.matchAll(/(exact|lossy)=(\d+)/g)];
  return Object.fromEntries(
    kinds.map(([, kind, count]) => [`${kind === 'lossy' ? 'Lossy' : 'Exact'} Heap Blocks`, Number(count)]),
  );
}

function numbered(texts: ReadonlyMap<string, string>, key: string, name: string): Record<string, number> {
  const count = Number.parseInt(texts.get(key) ?? '', 10);
  return Number.isNaN(count) ? {} : { [name]: count };
}

function sized(texts: ReadonlyMap<string, string>, key: string, name: string): Record<string, number> {
  const size = kilobytes(texts.get(key));
  return size === null ? {} : { [name]: size };
}

function kilobytes(value = ''): number | null {
  const [, count] = /^(\d+)kB$/.exec(value) ?? [];
  return count === undefined ? null : Number(count);
}
