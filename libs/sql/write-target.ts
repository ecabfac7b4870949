import type { StatementTree } from './rehearsal-obstacle.js';

/** The table whose rows a statement writes. */
export interface WriteTarget {
  readonly kind: 'insert' | 'update' | 'delete';
  /** Null where the statement does not name it. */
  readonly schema: string | null;
  readonly table: string;
  /** The columns that an UPDATE, or the UPDATE of a conflict, sets. */
  readonly assigned: readonly string[];
}

/** The fields of nodes that are read here. */
interface Fields {
  readonly relation?: unknown;
  readonly onConflictClause?: unknown;
  readonly targetList?: unknown;
  readonly ResTarget?: unknown;
  readonly name?: unknown;
  readonly relname?: unknown;
  readonly schemaname?: unknown;
}

const KINDS = { InsertStmt: 'insert', UpdateStmt: 'update', DeleteStmt: 'delete' } as const;

/** The table that an INSERT, UPDATE or DELETE of Postgres writes, by its parser's tree; null for any other statement. */
export function writeTarget(tree: StatementTree): WriteTarget | null {
  for (const [node, kind] of Object.entries(KINDS)) {
    const fields: Fields | undefined = tree[node];
    if (fields === undefined) continue;
    const relation = membersOf(fields.relation);
    const { relname: table, schemaname: schema } = relation;
    if (typeof table !== 'string') return null;
    const setting = kind === 'insert' ? membersOf(fields.onConflictClause) : fields;
    return {
      kind,
      schema: typeof schema === 'string' ? schema : null,
      table,
      assigned: assignedIn(setting.targetList),
    };
  }
  return null;
}

function assignedIn(list: unknown): string[] {
  const targets: unknown[] = Array.isArray(list) ? list : [];
  return targets.flatMap((one) => {
    const { name } = membersOf(membersOf(one).ResTarget);
    return typeof name === 'string' ? [name] : [];
  });
}

function membersOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? value : {};
}
