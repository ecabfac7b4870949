import { isJsonObject, numberField, objectsField, textField } from '../json-fields.js';
import type { JsonObject } from '../json-fields.js';
import type { PlanBuffers } from '../plan.js';

const BUFFER_KEYS = {
  sharedHit: 'Shared Hit Blocks',
  sharedRead: 'Shared Read Blocks',
  sharedDirtied: 'Shared Dirtied Blocks',
  sharedWritten: 'Shared Written Blocks',
  localHit: 'Local Hit Blocks',
  localRead: 'Local Read Blocks',
  tempRead: 'Temp Read Blocks',
  tempWritten: 'Temp Written Blocks',
} as const satisfies Record<keyof PlanBuffers, string>;

/** Reads the blocks of a node with its children, over all runs and workers; null when BUFFERS was not asked for. */
export function postgresBuffers(source: JsonObject): PlanBuffers | null {
  if (numberField(source, BUFFER_KEYS.sharedHit) === null) return null;
  return mapBuffers((key) => numberField(source, BUFFER_KEYS[key]) ?? 0);
}

/** Makes buffers by asking for each kind of block. */
export function mapBuffers(blocks: (key: keyof PlanBuffers) => number): PlanBuffers {
  return {
    sharedHit: blocks('sharedHit'),
    sharedRead: blocks('sharedRead'),
    sharedDirtied: blocks('sharedDirtied'),
    sharedWritten: blocks('sharedWritten'),
    localHit: blocks('localHit'),
    localRead: blocks('localRead'),
    tempRead: blocks('tempRead'),
    tempWritten: blocks('tempWritten'),
  };
}

/** Says what a node, or one of its workers, wrote to disk for want of memory; null when it kept to its memory. */
export function postgresSpill(source: JsonObject): string | null {
  for (const part of [source, ...objectsField(source, 'Workers')]) {
    const spill = sortSpill(part) ?? hashSpill(part) ?? storageSpill(part);
    if (spill !== null) return spill;
  }
  return null;
}

function sortSpill(part: JsonObject): string | null {
  if (textField(part, 'Sort Space Type') === 'Disk')
    return `The sort did not fit into work_mem and used ${kilobytes(numberField(part, 'Sort Space Used'))} on disk`;
  for (const groups of [part['Full-sort Groups'], part['Pre-sorted Groups']]) {
    const disk = isJsonObject(groups) ? groups['Sort Space Disk'] : null;
    if (isJsonObject(disk))
      return `The sort did not fit into work_mem and used up to ${kilobytes(numberField(disk, 'Peak Sort Space Used'))} on disk`;
  }
  return null;
}

function hashSpill(part: JsonObject): string | null {
  const batches = numberField(part, 'Hash Batches') ?? 1;
  if (batches > 1) return `The hash table did not fit into its memory and was split into ${batches} batches on disk`;
  const disk = numberField(part, 'Disk Usage') ?? 0;
  return disk > 0 ? `The groups did not fit into memory and used ${kilobytes(disk)} on disk` : null;
}

/** Since version 18 the nodes that keep rows (Materialize, CTE Scan, WindowAgg) say where. */
function storageSpill(part: JsonObject): string | null {
  if (textField(part, 'Storage') !== 'Disk') return null;
  return `The kept rows did not fit into work_mem and used ${kilobytes(numberField(part, 'Maximum Storage'))} on disk`;
}

function kilobytes(count: number | null): string {
  return count === null ? 'space' : `${count} kB`;
}
