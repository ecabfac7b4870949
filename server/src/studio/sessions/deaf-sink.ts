import type { ResultSink } from '../../connections/index.js';

/** Takes what a statement says when nobody listens. */
export const deafSink: ResultSink = {
  columns: () => undefined,
  row: () => true,
  drained: () => Promise.resolve(),
  notice: () => undefined,
};
