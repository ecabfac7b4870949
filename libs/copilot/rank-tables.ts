import { sqlTokens } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';

/** A table as far as it matters to which of them a question is about. */
export interface RankedTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly foreignKeys: readonly { readonly schema: string; readonly table: string }[];
}

/** What is known of a question. */
export interface TableRankingOptions {
  /** The question and the turns before it. */
  readonly words: string;
  /** SQL that belongs to it: a table that it names matters most. */
  readonly sql: string;
  /** How `sql` is read. */
  readonly dialect: SqlDialect;
  /** Tables that belong to it, as a plan names them. */
  readonly relations?: readonly string[];
  readonly chosen: { readonly schema: string; readonly name: string } | null;
  readonly defaultSchema: string;
}

const CHOSEN = 1000;
const IN_SQL = 100;
const NAMED = 20;
const NAME_WORD = 6;
const COLUMN_WORD = 2;
const DEFAULT_SCHEMA = 0.5;
/** What a neighbour along a foreign key gets of a table's score. */
const NEIGHBOUR = 0.35;

const COMMON = new Set(
  'the a an of for in on by with and or to from all how many show list get me per each is are was were which what who when where that this last first top most least between than more less over under not no any my our'.split(
    ' ',
  ),
);

/**
 * Orders tables by how likely a question is about them, the likeliest first: those that its SQL or words name, those whose
 * columns it names, and their neighbours along foreign keys. Equal ones keep their order.
 */
export function rankTables<T extends RankedTable>(tables: readonly T[], options: TableRankingOptions): T[] {
  const asked = stems(options.words);
  const inSql = namesInSql(options);
  const scores = new Map(
    tables.map((table) => [keyOf(table.schema, table.name), ownScore(table, options, asked, inSql)]),
  );
  const neighbours = neighbourScores(tables, scores);
  return tables
    .map((table, at) => {
      const key = keyOf(table.schema, table.name);
      return { table, score: (scores.get(key) ?? 0) + (neighbours.get(key) ?? 0) * NEIGHBOUR, at };
    })
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ table }) => table);
}

function ownScore(
  table: RankedTable,
  options: TableRankingOptions,
  asked: ReadonlySet<string>,
  inSql: NamesInSql,
): number {
  const { schema, name, columns } = table;
  const isChosen = options.chosen?.schema === schema && options.chosen.name === name;
  const nameStems = [...stems(name)];
  const named = nameStems.length > 0 && nameStems.every((stem) => asked.has(stem)) ? NAMED : 0;
  const nameWords = nameStems.filter((stem) => asked.has(stem)).length * NAME_WORD;
  const columnWords = columns.filter((column) => [...stems(column)].some((stem) => asked.has(stem))).length;
  return (
    (isChosen ? CHOSEN : 0) +
    (inSql.bare.has(name.toLowerCase()) || inSql.exact.has(name) ? IN_SQL : 0) +
    named +
    nameWords +
    Math.min(columnWords, 5) * COLUMN_WORD +
    (schema === options.defaultSchema ? DEFAULT_SCHEMA : 0)
  );
}

/** The highest score among the tables that refer to a table, and among those that it refers to, by its key. */
function neighbourScores(
  tables: readonly RankedTable[],
  scores: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const highest = new Map<string, number>();
  const raise = (key: string, score = 0): void => {
    if (score > (highest.get(key) ?? 0)) highest.set(key, score);
  };
  for (const { schema, name, foreignKeys } of tables) {
    const own = keyOf(schema, name);
    for (const target of foreignKeys) {
      const other = keyOf(target.schema, target.table);
      raise(own, scores.get(other));
      raise(other, scores.get(own));
    }
  }
  return highest;
}

function keyOf(schema: string, name: string): string {
  return `${schema}\0${name}`;
}

/** The names that a statement has: bare ones in lower case, quoted ones as they are. */
interface NamesInSql {
  readonly bare: ReadonlySet<string>;
  readonly exact: ReadonlySet<string>;
}

function namesInSql({ sql, dialect, relations = [] }: TableRankingOptions): NamesInSql {
  const [bare, exact] = [new Set<string>(), new Set(relations)];
  for (const token of sqlTokens(sql, dialect)) {
    const quoted = /^(?:"([^]+)"|`([^]+)`|\[([^]+)\])$/.exec(token.text);
    if (token.isWord) bare.add(token.text.toLowerCase());
    else if (quoted) exact.add(quoted[1]?.replaceAll('""', '"') ?? quoted[2]?.replaceAll('``', '`') ?? quoted[3] ?? '');
  }
  return { bare, exact };
}

/** The words of a text without their endings: `order_items` and "ordered item" meet in `order` and `item`. */
function stems(text: string): Set<string> {
  const apart = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const words = apart.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map(stem));
}

function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && /(?:ed|es)$/.test(word)) return word.slice(0, -2).replace(/(.)\1$/, '$1');
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
