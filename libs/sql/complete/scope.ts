/** Something that a statement reads from: a table by its name, or what is in brackets, under an alias or not. */
export interface Relation {
  readonly schema: string | null;
  /** Null for what has no name of its own: a sub-query, or a function's rows. */
  readonly name: string | null;
  alias: string | null;
  /** The sub-query that it is, or that its name stands for. */
  readonly query: Scope | null;
  /** The function whose rows it is. */
  readonly functionName?: string;
  /** Names that the statement gives to its columns, from the first one on: `AS t (low, high)`. */
  columnNames?: readonly string[];
}

/** A query that WITH gives a name to. */
export interface NamedQuery {
  readonly name: string;
  readonly query: Scope | null;
  columnNames?: readonly string[];
}

/** Which part of a statement a place belongs to. */
export type Clause =
  /** Before the first word. */
  | 'start'
  | 'with'
  | 'select'
  | 'from'
  /** The condition of a join. */
  | 'on'
  | 'expression'
  /** Behind the name of the table that a statement defines or changes. */
  | 'definition';

/** What brackets hold, where that is no expression or query. */
export type BracketRole = 'columns' | 'common-columns' | 'column-definitions' | 'column-names' | 'cast';

/** A query or a pair of brackets: what is named in it is seen in it and inside of it. */
export class Scope {
  clause: Clause = 'start';
  /** The word that began the clause. */
  word = '';
  expectsRelation = false;
  readonly relations: Relation[] = [];
  /** Whose columns the brackets name, where their role is that. */
  owner: { columnNames?: readonly string[] } | null = null;
  /** The names that such brackets hold. */
  readonly columnNames: string[] = [];
  /** The function among the relations around whose arguments the brackets hold. */
  callOf: Relation | null = null;
  /** The names of the columns that the query has; null stands for all columns of what it reads from. */
  readonly outputs: (string | null)[] = [];

  constructor(
    readonly parent: Scope | null,
    readonly role: BracketRole | null = null,
    /** Words before the scope count: a CREATE makes the next table a new one. */
    public isDefining = false,
    /** Shared by the queries of one UNION. */
    readonly namedQueries: NamedQuery[] = [],
  ) {}

  /** What a bare name in brackets or a FROM may mean besides a table, the nearest first. */
  visibleQueries(): NamedQuery[] {
    return this.upwards().flatMap(({ namedQueries }) => namedQueries);
  }

  /** The nearest of them that has the name, whatever its case. */
  visibleQuery(name: string): NamedQuery | undefined {
    return this.visibleQueries().find((one) => one.name.toLowerCase() === name);
  }

  /** Everything that columns may be of, the nearest first. */
  visibleRelations(): Relation[] {
    return this.visibleLevels().flat();
  }

  /** The same by query: a bare name means the nearest of them that has it. */
  visibleLevels(): (readonly Relation[])[] {
    return this.upwards().map(({ relations }) => relations);
  }

  /** This scope and those around it, the nearest first. A loop: brackets nest deeper than calls may. */
  private upwards(): Scope[] {
    const scopes: Scope[] = [this];
    for (let next = this.parent; next !== null; next = next.parent) scopes.push(next);
    return scopes;
  }
}
