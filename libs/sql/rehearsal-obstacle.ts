/** A statement that cannot be tried out in a transaction that is rolled back. */
export interface RehearsalObstacle {
  /** What it is called: `CREATE INDEX CONCURRENTLY`. */
  readonly name: string;
  /** Why, or what to do instead: a full sentence. */
  readonly hint: string;
}

/** One statement as the parser of Postgres gives it: the name of its node with the node's fields. */
export type StatementTree = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

type Fields = Readonly<Record<string, unknown>>;

const OWN_TRANSACTION = 'Leave it out: everything runs in one transaction, which is rolled back in the end.';
const NO_TRANSACTION = 'PostgreSQL does not run it inside a transaction, so it cannot be rolled back.';
const REACHES_OUT = 'It has effects outside the database, which a rollback does not undo.';
const NOT_CONCURRENTLY = `${NO_TRANSACTION} Leave CONCURRENTLY out.`;

const TRANSACTION_NAMES: Readonly<Record<string, string>> = {
  TRANS_STMT_BEGIN: 'BEGIN',
  TRANS_STMT_START: 'START TRANSACTION',
  TRANS_STMT_COMMIT: 'COMMIT',
  TRANS_STMT_ROLLBACK: 'ROLLBACK',
  TRANS_STMT_SAVEPOINT: 'SAVEPOINT',
  TRANS_STMT_RELEASE: 'RELEASE SAVEPOINT',
  TRANS_STMT_ROLLBACK_TO: 'ROLLBACK TO SAVEPOINT',
  TRANS_STMT_PREPARE: 'PREPARE TRANSACTION',
  TRANS_STMT_COMMIT_PREPARED: 'COMMIT PREPARED',
  TRANS_STMT_ROLLBACK_PREPARED: 'ROLLBACK PREPARED',
};

/** Statements that are an obstacle whatever their fields hold. */
const ALWAYS: Readonly<Record<string, RehearsalObstacle>> = {
  CreatedbStmt: { name: 'CREATE DATABASE', hint: NO_TRANSACTION },
  DropdbStmt: { name: 'DROP DATABASE', hint: NO_TRANSACTION },
  CreateTableSpaceStmt: { name: 'CREATE TABLESPACE', hint: NO_TRANSACTION },
  DropTableSpaceStmt: { name: 'DROP TABLESPACE', hint: NO_TRANSACTION },
  CreateSubscriptionStmt: { name: 'CREATE SUBSCRIPTION', hint: NO_TRANSACTION },
  AlterSubscriptionStmt: { name: 'ALTER SUBSCRIPTION', hint: NO_TRANSACTION },
  DropSubscriptionStmt: { name: 'DROP SUBSCRIPTION', hint: NO_TRANSACTION },
  AlterSystemStmt: { name: 'ALTER SYSTEM', hint: NO_TRANSACTION },
  LoadStmt: { name: 'LOAD', hint: REACHES_OUT },
  CheckPointStmt: { name: 'CHECKPOINT', hint: REACHES_OUT },
};

/** Statements of which some forms are an obstacle. */
const SOMETIMES: Readonly<Record<string, (fields: Fields) => RehearsalObstacle | null>> = {
  TransactionStmt: ({ kind }) => ({
    name: TRANSACTION_NAMES[String(kind)] ?? 'A statement about transactions',
    hint: OWN_TRANSACTION,
  }),
  VacuumStmt: ({ is_vacuumcmd: isVacuum }) => when(isVacuum === true, 'VACUUM', NO_TRANSACTION),
  AlterDatabaseStmt: ({ options }) =>
    when(hasOption(options, 'tablespace'), 'ALTER DATABASE … SET TABLESPACE', NO_TRANSACTION),
  IndexStmt: ({ concurrent, unique }) =>
    when(concurrent === true, `CREATE ${unique === true ? 'UNIQUE ' : ''}INDEX CONCURRENTLY`, NOT_CONCURRENTLY),
  DropStmt: ({ concurrent }) => when(concurrent === true, 'DROP INDEX CONCURRENTLY', NOT_CONCURRENTLY),
  ReindexStmt: reindexObstacle,
  AlterTableStmt: ({ cmds }) =>
    when(nodesIn(cmds, 'AlterTableCmd').some(isConcurrentDetach), 'DETACH PARTITION … CONCURRENTLY', NO_TRANSACTION),
  ClusterStmt: ({ relation }) => when(relation === undefined, 'CLUSTER', `${NO_TRANSACTION} Name a table.`),
  DiscardStmt: ({ target }) => when(target === 'DISCARD_ALL', 'DISCARD ALL', NO_TRANSACTION),
  CopyStmt: copyObstacle,
};

/** Statements whose text is kept and not run: functions that are called in it are called later, if at all. */
const KEPT = new Set([
  ...['CreateFunctionStmt', 'ViewStmt', 'RuleStmt', 'CreateTrigStmt', 'CreatePolicyStmt', 'PrepareStmt', 'CreateStmt'],
]);
/** Functions of Postgres that act at once, whatever becomes of their transaction. */
const ACTS_AT_ONCE =
  /^(?:lo_export|pg_(?:terminate_backend|cancel_backend|reload_conf|rotate_logfile|switch_wal|promote|create_restore_point|logical_emit_message|replication_slot_advance|(?:create|drop|copy)_(?:\w+_)?replication_slot|wal_replay_\w+|backup_(?:start|stop)|(?:start|stop)_backup|stat_(?:reset\w*|clear_snapshot)|file_(?:write|rename|unlink|sync)))$/;

/**
 * What keeps a statement from being rehearsed, null where nothing does: it begins or ends transactions, Postgres runs it
 * outside of transactions only, it reaches files, programs or the client, or it calls a function of Postgres that a rollback
 * does not undo. What other functions do is not seen.
 */
export function rehearsalObstacle(tree: StatementTree): RehearsalObstacle | null {
  for (const [node, fields] of Object.entries(tree)) {
    const found = ALWAYS[node] ?? SOMETIMES[node]?.(fields) ?? (KEPT.has(node) ? null : calledObstacle(fields));
    if (found !== null) return found;
  }
  return null;
}

/** A stack and no recursion: a chain of operators is as deep as it is long. */
function calledObstacle(tree: unknown): RehearsalObstacle | null {
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const value = open.pop();
    if (!isFields(value)) continue;
    for (const [node, inner] of Object.entries(value)) {
      const found = node === 'FuncCall' && isFields(inner) ? functionObstacle(inner) : null;
      if (found !== null) return found;
      open.push(inner);
    }
  }
  return null;
}

/** The name of a function of Postgres in a call, which names no schema or `pg_catalog`; empty for any other. */
export function builtInFunction({ funcname }: { readonly funcname?: unknown }): string {
  const names = nodesIn(funcname, 'String').map(({ sval }) => String(sval));
  return names.length === 1 || names[0] === 'pg_catalog' ? (names.at(-1) ?? '') : '';
}

function functionObstacle(call: Fields): RehearsalObstacle | null {
  const name = builtInFunction(call);
  if (name === 'setval')
    return { name: 'setval()', hint: 'PostgreSQL does not roll it back. Use ALTER SEQUENCE … RESTART WITH instead.' };
  return when(ACTS_AT_ONCE.test(name), `${name}()`, REACHES_OUT);
}

function when(holds: boolean, name: string, hint: string): RehearsalObstacle | null {
  return holds ? { name, hint } : null;
}

function reindexObstacle({ kind, params }: Fields): RehearsalObstacle | null {
  if (hasOption(params, 'concurrently')) return { name: 'REINDEX … CONCURRENTLY', hint: NOT_CONCURRENTLY };
  const [, object = ''] = /^REINDEX_OBJECT_(SCHEMA|DATABASE|SYSTEM)$/.exec(String(kind)) ?? [];
  return when(object !== '', `REINDEX ${object}`, NO_TRANSACTION);
}

function copyObstacle({ filename, is_program: isProgram, is_from: isFrom }: Fields): RehearsalObstacle | null {
  if (filename !== undefined || isProgram === true)
    return { name: 'COPY … with a file or program of the server', hint: REACHES_OUT };
  return when(isFrom === true, 'COPY … FROM STDIN', 'The rows are not part of the text. Use INSERT.');
}

function isConcurrentDetach({ def }: Fields): boolean {
  return nodesIn([def], 'PartitionCmd').some(({ concurrent }) => concurrent === true);
}

function hasOption(list: unknown, name: string): boolean {
  return nodesIn(list, 'DefElem').some(({ defname }) => defname === name);
}

/** The fields of the nodes of one kind in a list. */
function nodesIn(list: unknown, kind: string): Fields[] {
  if (!Array.isArray(list)) return [];
  return list
    .filter(isFields)
    .map((node) => node[kind])
    .filter(isFields);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
