import { dialectOf, lowerKeyword } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import type { SqlToken } from '../sql-tokens.js';
import { BEFORE_RELATION, CLAUSES, SET_OPERATIONS, introducesRelation } from './clause-words.js';
import type { WordPlace } from './clause-words.js';
import { nameOf } from './cursor-word.js';
import { Scope } from './scope.js';
import type { BracketRole, Clause, NamedQuery, Relation } from './scope.js';

/** Where in a statement the cursor stands. */
export interface CursorPlace {
  readonly scope: Scope;
  readonly clause: Clause;
  /** The word that began the clause. */
  readonly word: string;
  readonly expectsRelation: boolean;
  /** The relations that were named before the cursor in its own scope. */
  readonly relationsBefore: number;
  /** The words or marks before the cursor, the nearest first. */
  readonly before: readonly string[];
}

/** The tokens that belong to the word at the cursor: they say nothing about the statement. */
interface CursorTokens {
  readonly tokensBefore: number;
  readonly tokensThrough: number;
}

/** What may stand between a relation and its alias: `FROM unnest(parts) WITH ORDINALITY AS p`. */
const BEFORE_ALIAS = new Set(['AS', 'WITH', 'ORDINALITY']);
/** Depth up to which nested brackets are distinguished; texts written by hand stay below it. */
const MAX_DEPTH = 100;
/** Tables and named queries of one query that are distinguished; each offers its columns. */
const MAX_NAMES = 200;

/** Reads a statement's tokens and reports in which clause the cursor stands and what can be named there. */
export function scanScopes(
  sql: string,
  tokens: readonly SqlToken[],
  cursor: CursorTokens,
  dialect: SqlDialect,
): CursorPlace {
  return new ScopeScanner(sql, tokens, dialect).scan(cursor);
}

class ScopeScanner {
  private readonly reserved: ReadonlySet<string>;
  private scope = new Scope(null);
  private index = 0;
  /** Brackets around the current token that have a scope, and those beyond the limit that have none. */
  private depth = 0;
  private tooDeep = 0;
  /** The relation that an alias may still follow. */
  private open: Relation | null = null;
  /** What was named last, and where: brackets right behind it hold the names of its columns. */
  private namedLast: { readonly owner: { columnNames?: readonly string[] }; readonly at: number } | null = null;

  constructor(
    private readonly sql: string,
    private readonly tokens: readonly SqlToken[],
    dialect: SqlDialect,
  ) {
    this.reserved = dialectOf(dialect).names.reserved;
  }

  scan({ tokensBefore, tokensThrough }: CursorTokens): CursorPlace {
    while (this.index < tokensBefore) this.step();
    const place = this.here(tokensBefore);
    this.index = tokensThrough;
    while (this.index < this.tokens.length) this.step();
    return place;
  }

  private here(tokensBefore: number): CursorPlace {
    const { scope } = this;
    const before = this.tokens.slice(Math.max(0, tokensBefore - 4), tokensBefore).reverse();
    return {
      scope,
      clause: scope.clause,
      word: scope.word,
      expectsRelation: scope.expectsRelation,
      relationsBefore: scope.relations.length,
      before: before.map(({ text }) => text),
    };
  }

  private step(): void {
    const token = this.tokens[this.index];
    if (token === undefined) return;
    if (token.text === '(') this.enter();
    else if (token.text === ')') this.leave();
    else if (token.text === ',') this.comma();
    else if (this.scope.expectsRelation && this.takesRelation(token)) return;
    else if (token.isWord && this.takesKeyword(token.text)) this.open = null;
    else this.takeName(token);
    this.index += 1;
  }

  private previous(distance = 1): string {
    return this.tokens[this.index - distance]?.text ?? '';
  }

  private enter(): void {
    const { scope } = this;
    if (this.depth >= MAX_DEPTH) {
      this.tooDeep += 1;
      return;
    }
    this.depth += 1;
    if (this.namedLast?.at === this.index - 1) {
      this.enterColumnNames(this.namedLast.owner);
      return;
    }
    const inner = new Scope(scope, this.roleOfBrackets(), scope.isDefining);
    if (scope.clause === 'with' && this.previous() !== 'AS' && this.previous() !== 'MATERIALIZED')
      inner.clause = 'with';
    if (scope.expectsRelation) {
      this.open = { schema: null, name: null, alias: null, query: inner };
      if (scope.relations.length < MAX_NAMES) scope.relations.push(this.open);
      scope.expectsRelation = false;
    } else if (scope.clause === 'with') this.nameQuery(inner);
    else if (this.open?.functionName !== undefined) inner.callOf = this.open;
    this.scope = inner;
  }

  /** The brackets right behind an alias or a named query: they name columns, and nothing of them can be known. */
  private enterColumnNames(owner: { columnNames?: readonly string[] }): void {
    this.scope = new Scope(this.scope, 'column-names');
    this.scope.owner = owner;
    owner.columnNames = this.scope.columnNames;
  }

  /** The brackets behind `name AS` hold the named query. */
  private nameQuery(query: Scope): void {
    const { namedQueries } = this.scope;
    const last = namedQueries.at(-1);
    if (last && query.clause !== 'with') namedQueries[namedQueries.length - 1] = { ...last, query };
  }

  private roleOfBrackets(): BracketRole | null {
    const word = this.previous();
    if (word === 'CAST' || word === 'TRY_CAST') return 'cast';
    if (word === 'USING') return 'common-columns';
    if (typeof this.open?.name !== 'string' || this.scope.clause !== 'definition') return null;
    return this.scope.isDefining ? 'column-definitions' : 'columns';
  }

  private leave(): void {
    if (this.tooDeep > 0) {
      this.tooDeep -= 1;
      return;
    }
    const { parent, callOf } = this.scope;
    this.endOutput();
    if (parent === null) return;
    this.depth -= 1;
    const last = parent.relations.at(-1);
    // Between the brackets of a cast or a call, another relation may have been opened.
    this.open = last?.query === this.scope ? last : callOf;
    this.scope = parent;
  }

  private comma(): void {
    const { scope } = this;
    this.endOutput();
    this.open = null;
    if (scope.clause === 'from' || scope.clause === 'on') this.expect('from');
  }

  private expect(clause: Clause): void {
    this.scope.clause = clause;
    this.scope.expectsRelation = true;
  }

  /** Takes `schema.table` or a function's call as the relation; false for words that may stand before it. */
  private takesRelation(token: SqlToken): boolean {
    if (BEFORE_RELATION.has(token.text)) return false;
    const names = this.dottedNames();
    if (names.length === 0) return false;
    this.scope.expectsRelation = false;
    if (this.tokens[this.index]?.text === '(' && this.scope.clause === 'from') {
      const functionName = names.at(-1) ?? '';
      this.open = { schema: null, name: null, alias: functionName, query: null, functionName };
    } else this.open = { schema: names.at(-2) ?? null, name: names.at(-1) ?? null, alias: null, ...this.named(names) };
    const { isDefining, relations } = this.scope;
    if (!isDefining && relations.length < MAX_NAMES) relations.push(this.open);
    return true;
  }

  private named(names: readonly string[]): Pick<Relation, 'query' | 'columnNames'> {
    const name = names.length > 1 ? null : names[0]?.toLowerCase();
    const known = name === undefined || name === null ? undefined : this.scope.visibleQuery(name);
    const query = known?.query ?? null;
    return known?.columnNames ? { query, columnNames: known.columnNames } : { query };
  }

  /** Moves behind a name with its dots. */
  private dottedNames(): string[] {
    const names: string[] = [];
    for (;;) {
      const token = this.tokens[this.index];
      const name = token ? nameOf(token, this.sql) : null;
      if (!token || name === null || (names.length === 0 && this.isReserved(token))) return names;
      names.push(name);
      this.index += 1;
      if (this.tokens[this.index]?.text !== '.') return names;
      this.index += 1;
    }
  }

  private isReserved({ isWord, text }: SqlToken): boolean {
    return isWord && this.reserved.has(lowerKeyword(text));
  }

  private takesKeyword(word: string): boolean {
    const { scope } = this;
    if (SET_OPERATIONS.has(word)) this.nextQuery();
    else if (word === 'WITH' && scope.clause === 'start') scope.clause = 'with';
    else if (word === 'CREATE') scope.isDefining = true;
    else if (introducesRelation(word, this.placeOfWord())) this.startRelation(word);
    else if (word === 'ON' && scope.clause === 'from') scope.clause = 'on';
    else if (CLAUSES[word] !== undefined) this.startClause(word, CLAUSES[word]);
    else return false;
    return true;
  }

  private startClause(word: string, clause: Clause): void {
    this.endOutput();
    this.scope.expectsRelation = false;
    this.scope.clause = clause;
    this.scope.word = word;
    if (word === 'SELECT') this.scope.isDefining = false;
  }

  private startRelation(word: string): void {
    this.endOutput();
    const isRead = word === 'FROM' || word === 'JOIN' || word === 'USING';
    if (isRead || word === 'ON' || word === 'REFERENCES') this.scope.isDefining = false;
    this.expect(isRead || word === 'UPDATE' ? 'from' : 'definition');
  }

  private placeOfWord(): WordPlace {
    const { clause, isDefining, parent } = this.scope;
    const previous = (distance: number): string => this.previous(distance);
    return { clause, isDefining, isNested: parent !== null, previous, next: this.tokens[this.index + 1]?.text };
  }

  /** What follows UNION sees the named queries, but nothing of what the query before it reads from. */
  private nextQuery(): void {
    this.endOutput();
    const { scope } = this;
    this.scope = new Scope(scope.parent, scope.role, false, scope.namedQueries);
  }

  private takeName(token: SqlToken): void {
    const { scope } = this;
    const name = nameOf(token, this.sql);
    if (scope.role === 'column-names') {
      // Behind a name may stand its type, where a function returns records.
      const isFirst = ['(', ','].includes(this.previous());
      if (isFirst && name !== null && scope.owner) scope.columnNames.push(name);
      return;
    }
    if (scope.role === 'columns') {
      if (name !== null && scope.columnNames.length < MAX_NAMES) scope.columnNames.push(name);
      return;
    }
    if (scope.clause === 'with') {
      if (name !== null && ['WITH', 'RECURSIVE', ','].includes(this.previous()) && token.text !== 'RECURSIVE') {
        const named: NamedQuery = { name, query: null };
        if (scope.namedQueries.length < MAX_NAMES) scope.namedQueries.push(named);
        this.namedLast = { owner: named, at: this.index };
      }
      return;
    }
    if (token.isWord && BEFORE_ALIAS.has(token.text)) return;
    if (this.open && name !== null && !this.isReserved(token) && scope.clause === 'from') {
      this.open.alias = name;
      this.namedLast = { owner: this.open, at: this.index };
    }
    this.open = scope.clause === 'definition' ? this.open : null;
  }

  /** Notes the name of the output column that ends here. */
  private endOutput(): void {
    const { scope } = this;
    if (scope.clause !== 'select') return;
    const last = this.tokens[this.index - 1];
    if (last === undefined || last.text === 'SELECT' || last.text === 'RETURNING') return;
    const name = nameOf(last, this.sql);
    if (last.text === '*') scope.outputs.push(null);
    else if (name !== null) scope.outputs.push(name);
  }
}
