import type { ResultRow } from '#libs/api';
import type { OpenedSource } from './export-source.js';

/** The same source, whose rows fail at their end where they are not as many as it has: a file is never short unnoticed. */
export function completeSource(source: OpenedSource): OpenedSource {
  const { rowCount } = source;
  return rowCount === null ? source : { ...source, batches: () => counted(source.batches(), rowCount) };
}

async function* counted(
  batches: AsyncIterable<readonly ResultRow[]>,
  rowCount: number,
): AsyncGenerator<readonly ResultRow[]> {
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    yield batch;
  }
  if (rows !== rowCount) throw new Error(`A result of ${rowCount} rows has ended after ${rows}.`);
}
