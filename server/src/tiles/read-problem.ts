import { ConnectFailure, ReadFailure, problemOfConnectFailure } from '../connections/index.js';
import { Problem } from '../platform/index.js';

const CANCELLED = '57014';
const READ_ONLY = '25006';
/** Classes of SQLSTATE that concern the query and not the server. */
const QUERY_AT_FAULT = /^(?:0A|0L|21|22|2[F35]|26|3[489F]|42|44|54|P0|XX)/;

/** What a request for a tile ends with when the database refused; everything else is passed on as it is. */
export function tileProblem(error: unknown): unknown {
  if (error instanceof ConnectFailure) return problemOfConnectFailure(error);
  if (!(error instanceof ReadFailure)) return error;
  const { sqlstate, message, hint } = error.error;
  const said = hint === null ? message : `${message} (${hint})`;
  if (sqlstate === CANCELLED)
    return new Problem(
      'tile-timeout',
      'The query took longer than the limit of a tile. Add an index on the geometry, or filter the rows.',
    );
  if (sqlstate === READ_ONLY)
    return new Problem('not-a-layer', `A layer can only read, and this query writes: ${said}.`);
  const detail = `Database error: ${said}`;
  return new Problem(QUERY_AT_FAULT.test(sqlstate ?? '') ? 'not-a-layer' : 'database-error', detail, { cause: error });
}

/** True where the database refused the query's text or its data, as it does when the schema is another one by now. */
export function isQueryAtFault(error: unknown): boolean {
  return error instanceof ReadFailure && QUERY_AT_FAULT.test(error.error.sqlstate ?? '');
}
