/** A column as the model knows it: a type and whether it takes NULL. */
export interface ModelColumn {
  readonly type: string;
  readonly nullable: boolean;
  /** Another one after the column was dropped and added again. */
  readonly id: number;
}

/** Tables by name, each with its columns by name. */
export type ModelSchema = Map<string, Map<string, ModelColumn>>;

/** What there is to know of one connection, kept as simply as can be. */
export interface ContractModel {
  schema: ModelSchema;
  /** What was frozen; null without a contract. */
  frozen: ModelSchema | null;
  /** Sentences of what was broken when the contract was last evaluated. */
  broken: string[];
  /** As of the last run. */
  seen: ModelSchema;
  violations: number;
  published: { violated: number; restored: number; changed: number };
}

export function emptyModel(): ContractModel {
  const published = { violated: 0, restored: 0, changed: 0 };
  return { schema: new Map(), frozen: null, broken: [], seen: new Map(), violations: 0, published };
}

let lastId = 0;

/** A column that is not the same as any before. */
export function newColumn(type: string): ModelColumn {
  lastId += 1;
  return { type, nullable: true, id: lastId };
}

export function copied(schema: ModelSchema): ModelSchema {
  return new Map([...schema].map(([table, columns]) => [table, new Map(columns)]));
}

export function isSameSchema(a: ModelSchema, b: ModelSchema): boolean {
  return written(a) === written(b);
}

/** The sentences that the specification has for what is broken, sorted. */
export function brokenSentences(frozen: ModelSchema, actual: ModelSchema): string[] {
  const sentences: string[] = [];
  for (const [table, columns] of frozen) {
    const now = actual.get(table);
    if (now === undefined) sentences.push(`${table}: table no longer exists`);
    else
      for (const [name, column] of columns) sentences.push(...brokenColumn(`${table}.${name}`, column, now.get(name)));
  }
  return sentences.sort();
}

function brokenColumn(name: string, expected: ModelColumn, actual: ModelColumn | undefined): string[] {
  if (actual === undefined) return [`${name}: column no longer exists`];
  return [
    ...(actual.type === expected.type ? [] : [`${name}: type ${expected.type} → ${actual.type}`]),
    ...(actual.nullable === expected.nullable ? [] : [`${name}: NOT NULL ${expected.nullable ? 'added' : 'dropped'}`]),
  ];
}

function written(schema: ModelSchema): string {
  const tables = [...schema].map(([table, columns]) => [table, [...columns].sort(([a], [b]) => (a < b ? -1 : 1))]);
  return JSON.stringify(tables.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)));
}
