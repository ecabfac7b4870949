import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { ROOT } from '../project.mjs';

/** @typedef {typeof import('@jest/test-sequencer', { with: { 'resolution-mode': 'require' } }).default} SequencerClass */

/** @type {SequencerClass} */
const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

/**
 * Database tests that take longest, most of it waiting, the longest first. A fresh checkout knows no durations, and
 * Jest then goes by the size of files: it would begin some of these last, and nothing would run beside them.
 */
export const LONGEST = [
  'server/src/studio/sessions/frozen-targets.db.spec.ts',
  'server/src/features-on-postgres.db.spec.ts',
  'server/src/attacks/fairness.db.spec.ts',
  'server/src/connections/engines/files/sqlite/sqlite-connector.db.spec.ts',
  'server/src/connections/engines/files/folder/foreign-files.db.spec.ts',
  'server/src/attacks/event-loop.db.spec.ts',
  'server/src/connections/tunnels/ssh-tunnel.db.spec.ts',
  'server/src/connections/engines/duckdb/duckdb-connector.db.spec.ts',
  'server/src/lost-secret-key.db.spec.ts',
  'server/src/attacks/texts.db.spec.ts',
  'server/src/several-processes.db.spec.ts',
  'server/src/faults/state-away.db.spec.ts',
  'server/src/attacks/processes.db.spec.ts',
  'server/src/scheduler/frozen-targets.db.spec.ts',
  'server/src/platform/state/postgres-outages.db.spec.ts',
  'server/src/studio/completion/catalog-versions.db.spec.ts',
];

/** Jest's order, with the files of `LONGEST` before all others. */
export default class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {Parameters<InstanceType<SequencerClass>['sort']>[0]} tests
   */
  async sort(tests) {
    return longestFirst([...(await super.sort(tests))]);
  }
}

/**
 * Files of `LONGEST` in its order, then the others in theirs.
 * @template {{ path: string }} T
 * @param {readonly T[]} tests
 */
export function longestFirst(tests) {
  const place = (/** @type {T} */ { path }) => {
    const index = LONGEST.indexOf(relative(ROOT, path).replaceAll('\\', '/'));
    return index === -1 ? LONGEST.length : index;
  };
  return tests.toSorted((one, other) => place(one) - place(other));
}
