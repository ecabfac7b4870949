import type { SelectQueryBuilder, ObjectLiteral } from 'typeorm';
import type { VisibleConnections } from './connection-access.js';

/** Leaves of a query only what is about visible connections; `column` holds a connection's id. */
export function restrictToVisible<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  column: string,
  visible: VisibleConnections,
): void {
  const isOnly = 'only' in visible;
  const ids = isOnly ? visible.only : visible.allBut;
  if (ids.length > 0) query.andWhere(`${column} ${isOnly ? 'IN' : 'NOT IN'} (:...visibleIds)`, { visibleIds: ids });
  else if (isOnly) query.andWhere('1 = 0');
}
