import type { SchemaObject } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import { nameOf } from './names.js';

/** A change of an object that is no table. */
export type ObjectAction =
  { readonly do: 'rename'; readonly to: string } | { readonly do: 'drop'; readonly isCascading: boolean };

/** The name of an action. */
export type ObjectActionName = ObjectAction['do'];

/** The actions that an object has in a dialect. Versions of extensions and their names are not changed here. */
export function objectActions({ kind }: SchemaObject, dialect: SqlDialect): ObjectActionName[] {
  const { renamesObjects } = dialectOf(dialect).ddl;
  return renamesObjects && kind !== 'extension' ? ['rename', 'drop'] : ['drop'];
}

/** Whether a drop can take along what depends on the object. */
export function dropsCascading({ kind }: SchemaObject, dialect: SqlDialect): boolean {
  return dialectOf(dialect).ddl.hasCascade && kind !== 'role' && kind !== 'policy';
}

/** The statement of an action, with its semicolon. */
export function objectActionSql(object: SchemaObject, action: ObjectAction, dialect: SqlDialect): string {
  const [word, name] = [wordOf(object, dialect), fullName(object, dialect)];
  if (action.do === 'rename') return `ALTER ${word} ${name} RENAME TO ${quoteIdentifier(action.to, dialect)};`;
  const cascade = action.isCascading && dropsCascading(object, dialect) ? ' CASCADE' : '';
  return `DROP ${word} ${name}${cascade};`;
}

function wordOf({ kind, detail }: SchemaObject, dialect: SqlDialect): string {
  if (kind === 'type') return detail.startsWith('domain') ? 'DOMAIN' : 'TYPE';
  if (kind !== 'function') return kind.toUpperCase();
  if (/^procedure\b/.test(detail)) return 'PROCEDURE';
  if (/^aggregate\b/.test(detail)) return 'AGGREGATE';
  const { word } = dialectOf(dialect).ddl.function;
  return /^table macro\b/.test(detail) ? `${word} TABLE` : word;
}

function fullName(object: SchemaObject, dialect: SqlDialect): string {
  const { kind, name, schema, table, arguments: args } = object;
  const { triggersBelongToTables, function: functions } = dialectOf(dialect).ddl;
  const isOfConnection = schema === null || kind === 'extension' || kind === 'role';
  if (isOfConnection) return quoteIdentifier(name, dialect);
  if (table !== null && kind !== 'index' && triggersBelongToTables) {
    return `${quoteIdentifier(name, dialect)} ON ${nameOf(schema, table, dialect)}`;
  }
  const full = nameOf(schema, name, dialect);
  // Argument types without their names and defaults would have to be parsed; the engine takes them as it prints them.
  return kind === 'function' && functions.hasArguments ? `${full}(${args ?? ''})` : full;
}
