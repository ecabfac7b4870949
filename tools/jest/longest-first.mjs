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
  'server/src/connections/engines/files/folder/file-bombs.db.spec.ts',
  'server/src/connections/engines/files/folder/foreign-files.db.spec.ts',
  'server/src/imports/imports.db.spec.ts',
  'server/src/changes/sqlite-proofs.db.spec.ts',
  'server/src/changes/duckdb-proofs.db.spec.ts',
  'server/src/imports/copied-files.db.spec.ts',
  'server/src/pipelines/pipelines.db.spec.ts',
  'server/src/attacks/event-loop.db.spec.ts',
  'server/src/connections/engines/files/sqlite/sqlite-session.db.spec.ts',
  'server/src/connections/engines/host/engine-host.db.spec.ts',
  'server/src/changes/file-statements.db.spec.ts',
  'server/src/connections/engines/duckdb/values.db.spec.ts',
  'server/src/attacks/processes.db.spec.ts',
  'server/src/studio/sessions/frozen-targets.db.spec.ts',
  'server/src/attacks/sqlite.db.spec.ts',
  'server/src/studio/large-results.db.spec.ts',
  'server/src/changes/large-rows.db.spec.ts',
  'server/src/attacks/copilot.db.spec.ts',
  'server/src/connections/engines/duckdb/session.db.spec.ts',
  'server/src/imports/import-changes.db.spec.ts',
  'server/src/changes/several-processes.db.spec.ts',
  'server/src/features-on-postgres.db.spec.ts',
  'server/src/changes/long-values.db.spec.ts',
  'server/src/attacks/duckdb.db.spec.ts',
  'server/src/connections/engines/files/folder/workbooks.db.spec.ts',
  'server/src/changes/exchanges.db.spec.ts',
  'server/src/changes/large-change.db.spec.ts',
  'server/src/changes/killed-apply.db.spec.ts',
  'server/src/changes/found-by-reading.db.spec.ts',
  'server/src/connections/engines/files/folder/folder-connector.db.spec.ts',
  'server/src/demo/contents/demo-contents.db.spec.ts',
  'server/src/attacks/pipelines.db.spec.ts',
  'server/src/demo/demo.db.spec.ts',
  'server/src/connections/engines/files/sqlite/sqlite-connector.db.spec.ts',
  'server/src/studio/exports/golden-exports.db.spec.ts',
  'server/src/authorization-matrix.db.spec.ts',
  'server/src/studio/studio.db.spec.ts',
  'server/src/changes/exact-undo.db.spec.ts',
  'server/src/studio/exports/export-jobs.db.spec.ts',
  'server/src/faults/ended-processes.db.spec.ts',
  'server/src/several-processes.db.spec.ts',
  'server/src/attacks/fairness.db.spec.ts',
  'server/src/attacks/texts.db.spec.ts',
  'server/src/schema-watch/schema-watch.db.spec.ts',
  'server/src/studio/plan/psql-frames.db.spec.ts',
  'server/src/connections/engines/files/folder/folder-tables.db.spec.ts',
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
