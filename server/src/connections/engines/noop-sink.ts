import type { ResultSink } from './connector.js';

/** Discards rows and notices of a statement. */
export const noopSink: ResultSink = {
  columns: () => undefined,
  row: () => true,
  drained: () => Promise.resolve(),
  notice: () => undefined,
};
