import { dialectOf } from '#libs/dialects';
import { sequenceOptions, type ScriptSequence } from './sequence-options.js';

/** What `TABLE_SCRIPT_SQL` answers: names, types and expressions are SQL, and settings and options are lists of it. */
export interface TableScriptDocument {
  readonly name: string;
  readonly relkind: string;
  readonly comment: string | null;
  readonly is_unlogged: boolean;
  readonly is_populated: boolean;
  /** Of a view. */
  readonly query: string | null;
  /** Empty for none. */
  readonly settings: string;
  /** Null for the usual one. */
  readonly access_method: string | null;
  readonly of_type: string | null;
  readonly partition_key: string | null;
  readonly partition_bound: string | null;
  readonly parents: readonly string[];
  readonly server: string | null;
  readonly options: string | null;
  readonly has_row_security: boolean;
  readonly forces_row_security: boolean;
  readonly replica_identity: string;
  readonly columns: readonly ScriptColumn[];
  readonly constraints: readonly ScriptConstraint[];
  readonly indexes: readonly ScriptIndex[];
}

interface ScriptColumn {
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
  readonly is_required: boolean;
  readonly default: string | null;
  readonly generated: string;
  readonly identity: string;
  /** What its parent says where the column comes from there alone. */
  readonly inherited: { readonly is_required: boolean; readonly default: string | null } | null;
  readonly options: string | null;
  readonly storage: string | null;
  readonly compression: string | null;
  readonly statistics: number | null;
  readonly settings: string | null;
  readonly comment: string | null;
  readonly sequences: readonly ScriptSequence[] | null;
}

interface ScriptConstraint {
  readonly name: string;
  readonly definition: string;
  readonly is_valid: boolean;
}

interface ScriptIndex {
  readonly name: string;
  readonly full_name: string;
  /** Null where a constraint makes it. */
  readonly definition: string | null;
  readonly settings: string | null;
  readonly is_clustered: boolean;
  readonly is_replica_identity: boolean;
}

const WORDS: Readonly<Record<string, string>> = { f: 'FOREIGN TABLE', v: 'VIEW', m: 'MATERIALIZED VIEW' };

/**
 * The statements that make a table or view again in a database that has what it refers to: with its sequences, keys,
 * constraints, indexes, storage and comments, without triggers, rules, policies, owners and rights.
 */
export function tableScript(table: TableScriptDocument): string {
  const sequences = serialsOf(table);
  return [
    ...sequences.map(({ sequence }) => createSequence(sequence)),
    table.query === null ? createTable(table) : createView(table, table.query),
    lines(
      ...sequences.map(({ sequence, column }) => `ALTER SEQUENCE ${sequence.name} OWNED BY ${table.name}.${column};`),
      ...table.columns.flatMap((column) => columnLines(table, column)),
      // Behind CREATE TABLE, since NOT VALID has no effect inside of it.
      ...table.constraints.filter((one) => !one.is_valid).map((one) => `ALTER TABLE ${table.name} ADD ${clause(one)};`),
    ),
    ...table.indexes.flatMap(({ definition }) => (definition === null ? [] : [`${definition};`])),
    lines(...indexLines(table), ...tableLines(table)),
    lines(...comments(table)),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}

/** Sequences that a column owns. Those of identities come with the column. */
function serialsOf({ columns }: TableScriptDocument): { column: string; sequence: ScriptSequence }[] {
  return columns.flatMap(({ name, sequences }) =>
    (sequences ?? []).filter((one) => !one.is_identity).map((sequence) => ({ column: name, sequence })),
  );
}

function createSequence(sequence: ScriptSequence): string {
  const { name, type, is_unlogged: isUnlogged } = sequence;
  const parts = [`CREATE ${isUnlogged ? 'UNLOGGED ' : ''}SEQUENCE ${name}`];
  if (type !== 'bigint') parts.push(`AS ${type}`);
  return `${[...parts, ...sequenceOptions(sequence)].join(' ')};`;
}

function createView({ name, relkind, ...view }: TableScriptDocument, query: string): string {
  const using = view.access_method === null ? '' : ` USING ${view.access_method}`;
  const settings = view.settings === '' ? '' : ` WITH (${view.settings})`;
  const end = view.is_populated ? '' : '\nWITH NO DATA';
  return `CREATE ${wordOf(relkind)} ${name}${using}${settings} AS\n${query.trim().replace(/;$/, '')}${end};`;
}

function createTable(table: TableScriptDocument): string {
  const { name, relkind } = table;
  const body = [
    ...table.columns.filter(({ inherited }) => inherited === null).map(columnClause),
    ...table.constraints.filter((one) => one.is_valid).map(clause),
  ];
  const parts = [`CREATE ${table.is_unlogged ? 'UNLOGGED ' : ''}${wordOf(relkind)} ${name} (`];
  parts.push(body.length === 0 ? ')' : `\n${body.map((line) => `  ${line}`).join(',\n')}\n)`);
  // A partition is attached at the end, so that its columns keep their order.
  if (table.parents.length > 0 && table.partition_bound === null)
    parts.push(`\nINHERITS (${table.parents.join(', ')})`);
  if (table.partition_key !== null) parts.push(`\nPARTITION BY ${table.partition_key}`);
  if (table.server !== null) parts.push(`\nSERVER ${table.server}`);
  if (table.options !== null) parts.push(`\nOPTIONS (${table.options})`);
  if (table.access_method !== null) parts.push(`\nUSING ${table.access_method}`);
  if (table.settings !== '') parts.push(`\nWITH (${table.settings})`);
  return `${parts.join('')};`;
}

function wordOf(relkind: string): string {
  return WORDS[relkind] ?? 'TABLE';
}

function clause({ name, definition }: ScriptConstraint): string {
  return `CONSTRAINT ${name} ${definition}`;
}

function columnClause(column: ScriptColumn): string {
  const parts = [column.name, column.type];
  if (column.options !== null) parts.push(`OPTIONS (${column.options})`);
  if (column.collation !== null) parts.push(`COLLATE ${column.collation}`);
  if (column.generated !== '' && column.default !== null)
    parts.push(`GENERATED ALWAYS AS (${column.default}) ${column.generated === 'v' ? 'VIRTUAL' : 'STORED'}`);
  else if (column.identity !== '') parts.push(identityClause(column));
  else if (column.default !== null) parts.push(`DEFAULT ${column.default}`);
  if (column.is_required) parts.push('NOT NULL');
  return parts.join(' ');
}

function identityClause({ identity, sequences }: ScriptColumn): string {
  const sequence = sequences?.find((one) => one.is_identity);
  const options = sequence === undefined ? [] : sequenceOptions(sequence);
  if (sequence && !sequence.has_usual_name) options.unshift(`SEQUENCE NAME ${sequence.name}`);
  const kind = identity === 'a' ? 'ALWAYS' : 'BY DEFAULT';
  return `GENERATED ${kind} AS IDENTITY${options.length === 0 ? '' : ` (${options.join(' ')})`}`;
}

/** What `CREATE` cannot say of a column, or what it gets from a parent. */
function columnLines({ name: table, relkind, query }: TableScriptDocument, column: ScriptColumn): string[] {
  const changes: string[] = [];
  const { inherited, default: value } = column;
  const isOwn = inherited === null ? query !== null : inherited.default !== value;
  if (isOwn && column.generated === '' && (value !== null || inherited !== null))
    changes.push(value === null ? 'DROP DEFAULT' : `SET DEFAULT ${value}`);
  if (inherited !== null && column.is_required && !inherited.is_required) changes.push('SET NOT NULL');
  if (column.storage !== null) changes.push(`SET STORAGE ${column.storage}`);
  if (column.compression !== null) changes.push(`SET COMPRESSION ${column.compression}`);
  if (column.statistics !== null) changes.push(`SET STATISTICS ${column.statistics}`);
  if (column.settings !== null) changes.push(`SET (${column.settings})`);
  const word = WORDS[relkind] ?? 'TABLE ONLY';
  return changes.map((change) => `ALTER ${word} ${table} ALTER COLUMN ${column.name} ${change};`);
}

/** Settings of indexes that constraints make, and what refers to an index. */
function indexLines({ name, indexes, relkind }: TableScriptDocument): string[] {
  return indexes.flatMap((index) => {
    const found: string[] = [];
    if (index.definition === null && index.settings !== null)
      found.push(`ALTER INDEX ${index.full_name} SET (${index.settings});`);
    if (index.is_clustered) found.push(`ALTER ${WORDS[relkind] ?? 'TABLE'} ${name} CLUSTER ON ${index.name};`);
    if (index.is_replica_identity) found.push(`ALTER TABLE ${name} REPLICA IDENTITY USING INDEX ${index.name};`);
    return found;
  });
}

const REPLICA_IDENTITIES: Readonly<Record<string, string>> = { n: 'NOTHING', f: 'FULL' };

function tableLines(table: TableScriptDocument): string[] {
  const changes: string[] = [];
  const replicaIdentity = REPLICA_IDENTITIES[table.replica_identity];
  // Materialized views have NOTHING, and cannot have another one.
  if (replicaIdentity !== undefined && table.query === null && table.server === null)
    changes.push(`REPLICA IDENTITY ${replicaIdentity}`);
  if (table.has_row_security) changes.push('ENABLE ROW LEVEL SECURITY');
  if (table.forces_row_security) changes.push('FORCE ROW LEVEL SECURITY');
  if (table.of_type !== null) changes.push(`OF ${table.of_type}`);
  const all = changes.map((change) => `ALTER TABLE ${table.name} ${change};`);
  if (table.partition_bound !== null)
    all.push(`ALTER TABLE ${table.parents.join(', ')} ATTACH PARTITION ${table.name} ${table.partition_bound};`);
  return all;
}

const { textLiteral } = dialectOf('postgres').values;

function comments({ name, relkind, comment, columns }: TableScriptDocument): string[] {
  const own = comment === null ? [] : [`COMMENT ON ${wordOf(relkind)} ${name} IS ${textLiteral(comment)};`];
  const others = columns.flatMap(({ name: column, comment: text }) =>
    text === null ? [] : [`COMMENT ON COLUMN ${name}.${column} IS ${textLiteral(text)};`],
  );
  return [...own, ...others];
}
