/** What adding items to a large change set costs, against adding them to a small one. */
import { median } from '../load.mjs';

const PARTS = 10;
const ITEMS_PER_PART = 10_000;
const ROUNDS = 5;
const LIMIT = 1.3;

/**
 * Prints the time of adding the last of ten parts against that of adding the first one to what the request that made the
 * change set brought.
 * @param {(method: string, path: string, body?: object) => Promise<any>} send a request to `/api/changes`
 */
export async function printAddedParts(send) {
  /** @type {number[]} */
  const ratios = [];
  /** @type {number[]} */
  const lastMs = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    let change = await send('POST', '', { connection_id: 'bench', items: partOf(0) });
    const times = [];
    for (let part = 1; part < PARTS; part += 1) {
      const body = { version: change.version, items: partOf(part) };
      const startedAtMs = performance.now();
      change = await send('POST', `/${change.id}/items`, body);
      times.push(performance.now() - startedAtMs);
    }
    if (change.item_count !== PARTS * ITEMS_PER_PART) throw new Error(`The change set has ${change.item_count} items.`);
    await send('DELETE', `/${change.id}`);
    if (round === 0) continue;
    ratios.push((times.at(-1) ?? 0) / (times[0] ?? 0));
    lastMs.push(times.at(-1) ?? 0);
  }
  const ratio = median(ratios);
  const isMet = ratio <= LIMIT;
  if (!isMet) process.exitCode = 1;
  const items = (PARTS * ITEMS_PER_PART).toLocaleString('en');
  console.log(
    `Adding the last 10,000 of ${items} items: ${ratio.toFixed(2)}× adding the first (≤ ${LIMIT}×), ` +
      `${median(lastMs).toFixed(0)} ms${isMet ? '' : '  MISSED'}`,
  );
}

/** @param {number} part */
function partOf(part) {
  return Array.from({ length: ITEMS_PER_PART }, (_, index) => ({
    ...{
      kind: 'update',
      schema: 'public',
      table: 'bench_edits',
      key: { id: String(part * ITEMS_PER_PART + index + 1) },
    },
    before: { name: `name ${index}` },
    values: { name: `new name ${index}` },
  }));
}
