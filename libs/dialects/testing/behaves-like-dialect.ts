import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findParameters, opensTransaction, quoteIdentifier, splitStatements, sqlTokens } from '../../sql/index.js';
import { editorLanguage } from '../editor/index.js';
import { DIALECTS, dialectOf } from '../index.js';
import type { SqlDialect } from '../index.js';

/** Texts as the engine of a dialect reads or writes them. */
export interface DialectCases {
  /** Texts with their tokens; words are in upper case. */
  readonly tokens: readonly [text: string, tokens: readonly string[]][];
  /** Texts with their statements. */
  readonly statements: readonly [text: string, statements: readonly string[]][];
  /** Names as they are written. */
  readonly names: readonly [name: string, written: string][];
  /** Texts as literals. */
  readonly literals: readonly [text: string, literal: string][];
  /** Pairs of hexadecimal digits with the text that the engine reads as these bytes. */
  readonly bytes: readonly [digits: string, text: string][];
  /** Statements with the names of their parameters. */
  readonly parameters: readonly [sql: string, names: readonly string[]][];
  /** Statements that open no transaction, and some that do. */
  readonly transactions: { readonly outside: readonly string[]; readonly inside: readonly string[] };
}

/** Describes what holds for every dialect, and what its own cases say. */
export function behavesLikeDialect(name: SqlDialect, cases: DialectCases): void {
  describe(`the dialect ${name}`, () => {
    it('is listed under its name', () => {
      expect(DIALECTS[name].name).toBe(name);
    });
    describeTexts(name, cases);
    describeValues(name, cases);
    describeLaws(name);
  });
}

function describeTexts(name: SqlDialect, cases: DialectCases): void {
  it.each(cases.tokens)('reads the tokens of %j', (text, tokens) => {
    expect([...sqlTokens(text, name)].map((token) => token.text)).toEqual(tokens);
  });

  it.each(cases.statements)('splits %j', (text, statements) => {
    expect(splitStatements(text, name).map(({ sql }) => sql)).toEqual(statements);
  });

  it.each(cases.parameters)('finds the parameters of %j', (sql, names) => {
    expect(findParameters(sql, name).names).toEqual(names);
  });

  it.each(['BEGIN', 'COMMIT', 'ROLLBACK', ...cases.transactions.outside])('opens no transaction for %s', (sql) => {
    expect(opensTransaction(sql, name)).toBe(false);
  });

  it.each(['SELECT 1', ...cases.transactions.inside])('opens a transaction for %s', (sql) => {
    expect(opensTransaction(sql, name)).toBe(true);
  });
}

function describeValues(name: SqlDialect, cases: DialectCases): void {
  it.each(cases.names)('writes the name %j as %s', (one, written) => {
    expect(quoteIdentifier(one, name)).toBe(written);
  });

  it.each(cases.literals)('writes the text %j as %s', (text, literal) => {
    expect(dialectOf(name).values.textLiteral(text)).toBe(literal);
  });

  it.each(cases.bytes)('writes the bytes %j as %j', (digits, text) => {
    expect(dialectOf(name).values.bytesText(digits)).toBe(text);
  });
}

function describeLaws(name: SqlDialect): void {
  const { lexer, names, values, parameters, formatter } = dialectOf(name);
  const tokensOf = (text: string) => [...sqlTokens(text, name)];

  it('has no character that is both space and part of a word', () => {
    const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code));
    const [space, word] = [new RegExp(`^(?:${lexer.space.source})`), new RegExp(`^(?:${lexer.word.source})`)];
    expect(characters.filter((character) => space.test(character) && word.test(character))).toEqual([]);
  });

  it('reads every name that it writes as one token', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (one) => {
        const written = quoteIdentifier(one, name);
        expect(tokensOf(written)).toMatchObject([{ start: 0, end: written.length }]);
      }),
    );
  });

  it('reads every text that it writes as one literal', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '\\', '\n', '\r', 'E', ' ', '-', ';', '$') }), (text) => {
        const literal = values.textLiteral(text);
        expect(tokensOf(literal).at(-1)).toMatchObject({ start: literal.indexOf("'"), end: literal.length });
      }),
    );
  });

  it('quotes its reserved words', () => {
    expect([...names.reserved].filter((word) => quoteIdentifier(word, name) === word)).toEqual([]);
  });

  it('lays out the parameters that it finds', () => {
    expect(formatter.named).toEqual(expect.arrayContaining([':', ...Array.from(parameters.marks)]));
    expect(formatter.numbered).toContain('$');
  });

  it('has the words of an editor in lower case', () => {
    const { keywords, types } = editorLanguage(name);
    expect(keywords).toContain('select');
    expect([...keywords, ...types].filter((word) => !/^[a-z_0-9]+$/.test(word))).toEqual([]);
  });
}
