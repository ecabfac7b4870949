import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';

/** A statement that answers a row where its session holds what would be lost with it, as far as the engine shows that. */
export function heldStateQuery(dialect: SqlDialect): string {
  return dialectOf(dialect).sessions.heldStateQuery;
}
