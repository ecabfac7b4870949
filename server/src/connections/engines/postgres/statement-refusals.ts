import type { Notice } from '#libs/api';
import { ownError } from './statement-error.js';

const FEATURE_NOT_SUPPORTED = '0A000';

export const COPY_IN_REFUSAL = ownError(
  'COPY … FROM STDIN needs a stream of data, which cannot be sent from here.',
  FEATURE_NOT_SUPPORTED,
  'Use INSERT, or COPY … FROM a file on the server.',
);
export const COPY_OUT_REFUSAL = ownError(
  'COPY … TO STDOUT answers with a stream of data, which cannot be shown as a result.',
  FEATURE_NOT_SUPPORTED,
  'Run the query itself and export its result.',
);

export const WROTE = ownError(
  'The statement was rolled back: it wrote to the database, and this session is read-only.',
  '25006',
  'Large objects, cursors WITH HOLD and the results of ANALYZE, REINDEX and CLUSTER count as writes. ' +
    'Run it in a session that may write.',
);
export const HELD_CURSOR = ownError(
  'A cursor WITH HOLD cannot be declared in a read-only session: its query would run while the transaction is committed.',
  '25006',
  'Run the query itself, or declare the cursor in a session that may write.',
);
export const NOT_RESET = ownError(
  'The session was closed: what its last use left behind could not be removed. Run it again.',
);

/** What is said of a copy to the client that was done before it could be cancelled. */
export const COPIED_NOTICE: Notice = {
  ...{ severity: 'WARNING', sqlstate: null, detail: null, hint: 'Run the query itself to see its rows.' },
  message: 'The statement is done, but its rows are not shown: COPY … TO STDOUT answers with a stream of data.',
};
