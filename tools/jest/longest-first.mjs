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
  'server/src/features-on-postgres.db.spec.ts',
  'server/src/connections/engines/files/folder/foreign-files.db.spec.ts',
  'server/src/studio/sessions/frozen-targets.db.spec.ts',
  'server/src/attacks/fairness.db.spec.ts',
  'server/src/connections/engines/files/sqlite/sqlite-connector.db.spec.ts',
  'server/src/connections/engines/duckdb/duckdb-connector.db.spec.ts',
  'server/src/pipelines/pipelines.db.spec.ts',
  'server/src/imports/imports.db.spec.ts',
  'server/src/attacks/sqlite.db.spec.ts',
  'server/src/changes/sqlite-proofs.db.spec.ts',
  'server/src/connections/tunnels/ssh-tunnel.db.spec.ts',
  'server/src/attacks/http-bodies.db.spec.ts',
  'server/src/changes/duckdb-proofs.db.spec.ts',
  'server/src/lost-secret-key.db.spec.ts',
  'server/src/attacks/texts.db.spec.ts',
  'server/src/scheduler/job-kinds.db.spec.ts',
  'server/src/attacks/event-loop.db.spec.ts',
  'server/src/imports/copied-files.db.spec.ts',
  'server/src/faults/state-away.db.spec.ts',
  'server/src/several-processes.db.spec.ts',
  'server/src/demo/demo.db.spec.ts',
  'server/src/attacks/duckdb.db.spec.ts',
  'server/src/connections/engines/duckdb/values.db.spec.ts',
  'server/src/studio/studio.db.spec.ts',
  'server/src/platform/local-postgres/local-cluster.db.spec.ts',
  'server/src/tiles/tiles.db.spec.ts',
  'server/src/changes/file-statements.db.spec.ts',
  'server/src/state-on-postgres.db.spec.ts',
  'server/src/scheduler/frozen-targets.db.spec.ts',
  'server/src/studio/large-results.db.spec.ts',
  'server/src/platform/state/postgres-outages.db.spec.ts',
  'server/src/connections/engines/files/sqlite/sqlite-session.db.spec.ts',
  'server/src/studio/completion/catalog-versions.db.spec.ts',
  'server/src/connections/engines/host/engine-host.db.spec.ts',
  'server/src/attacks/processes.db.spec.ts',
  'server/src/scheduler/tunnelled-jobs.db.spec.ts',
  'server/src/authorization-matrix.db.spec.ts',
  'server/src/auth/sign-in/several-processes.db.spec.ts',
  'server/src/imports/import-changes.db.spec.ts',
  'server/src/connections/engines/files/folder/folder-connector.db.spec.ts',
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
