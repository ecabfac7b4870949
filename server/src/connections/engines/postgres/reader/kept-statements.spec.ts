import { describe, expect, it } from '@jest/globals';
import { KeptStatements } from './kept-statements.js';

describe('KeptStatements', () => {
  it('has each text parsed once, the first of an owner after everything before it has gone', () => {
    const kept = new KeptStatements();
    const [one, two] = [kept.keep('a', 'SELECT 1'), kept.keep('a', 'SELECT 2')];
    expect(one).toMatchObject({ isNew: true, startsOver: true });
    expect(two).toMatchObject({ isNew: true, startsOver: false });
    expect(kept.keep('a', 'SELECT 1')).toEqual({ name: one.name, isNew: false, startsOver: false });
  });

  it('never lets an owner meet what was kept beside another one', () => {
    const kept = new KeptStatements();
    kept.keep('a', 'SELECT 1');
    kept.keep('b', 'SELECT 1');
    expect(kept.keep('a', 'SELECT 1')).toMatchObject({ isNew: true, startsOver: true });
  });

  it('relies on nothing after it was forgotten', () => {
    const kept = new KeptStatements();
    kept.keep('a', 'SELECT 1');
    kept.forget();
    expect(kept.keep('a', 'SELECT 1')).toMatchObject({ isNew: true, startsOver: true });
  });

  it('knows whose it is', () => {
    const kept = new KeptStatements();
    expect([kept.isOf(null), kept.isOf('a')]).toEqual([true, false]);
    kept.keep('a', 'SELECT 1');
    expect([kept.isOf(null), kept.isOf('a'), kept.isOf('b')]).toEqual([false, true, false]);
    kept.forget();
    expect([kept.isOf(null), kept.isOf('a')]).toEqual([true, false]);
  });

  it('never uses a name twice, on no line', () => {
    const [one, other] = [new KeptStatements(), new KeptStatements()];
    const names = [one.keep('a', '1'), one.keep('a', '2'), one.keep('b', '1'), other.keep('a', '1')];
    expect(new Set(names.map(({ name }) => name)).size).toBe(4);
  });

  it('keeps a few', () => {
    const kept = new KeptStatements();
    const starts = Array.from({ length: 20 }, (_, text) => kept.keep('a', String(text)).startsOver);
    expect(starts.flatMap((startsOver, text) => (startsOver ? [text] : []))).toEqual([0, 8, 16]);
  });
});
