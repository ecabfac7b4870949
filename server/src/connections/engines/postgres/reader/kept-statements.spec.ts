import { describe, expect, it } from '@jest/globals';
import { KeptStatements } from './kept-statements.js';

describe('KeptStatements', () => {
  it('has a statement parsed once', () => {
    const kept = new KeptStatements();
    const first = kept.keep('a');
    expect(first).toEqual({ name: first.name, isNew: true, dropped: null });
    expect(kept.keep('a')).toEqual({ name: first.name, isNew: false, dropped: null });
  });

  it('never uses a name twice, on no line', () => {
    const [one, other] = [new KeptStatements(), new KeptStatements()];
    const names = [one.keep('a'), one.keep('b'), other.keep('a')].map(({ name }) => name);
    one.forget();
    expect(new Set([...names, one.keep('a').name]).size).toBe(4);
  });

  it('has everything parsed anew after it was forgotten', () => {
    const kept = new KeptStatements();
    kept.keep('a');
    kept.forget();
    expect(kept.keep('a').isNew).toBe(true);
  });

  it('drops what was used longest ago', () => {
    const kept = new KeptStatements();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => kept.keep(key).name);
    kept.keep('a');
    expect(kept.keep('i').dropped).toBe(names[1]);
    expect(kept.keep('a').isNew).toBe(false);
    expect(kept.keep('b').isNew).toBe(true);
  });
});
