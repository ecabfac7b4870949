import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeVariables, expandVariables } from './environment.js';

const ENV = { HOST: 'db', EMPTY: '', A_1: 'x' };

describe('expandVariables', () => {
  it.each([
    ['plain', 'plain', false],
    ['${HOST}', 'db', true],
    ['a${HOST}b${A_1}', 'adbbx', true],
    ['${EMPTY}', '', true],
    ['$HOST $5 $', '$HOST $5 $', false],
    ['$${HOST}', '${HOST}', false],
    ['$$${HOST}', '$${HOST}', false],
    ['$${HOST}${HOST}', '${HOST}db', true],
    ['}{', '}{', false],
  ])('reads %j as %j', (raw, text, hasVariables) => {
    expect(expandVariables(raw, ENV)).toEqual({ kind: 'text', text, hasVariables });
  });

  it.each(['${', '${}', '${HOST', '${1A}', '${HOST:-x}', '${ HOST }', 'a${b-c}'])('refuses %j', (raw) => {
    expect(expandVariables(raw, ENV)).toEqual({ kind: 'malformed' });
  });

  it('names the variable that is not set, and takes nothing from prototypes', () => {
    expect(expandVariables('${NOPE}', ENV)).toEqual({ kind: 'undefined-variable', name: 'NOPE' });
    expect(expandVariables('${constructor}', ENV)).toEqual({ kind: 'undefined-variable', name: 'constructor' });
  });

  it('does not look for variables in what a variable holds', () => {
    expect(expandVariables('${A}', { A: '${B}', B: 'secret' })).toMatchObject({ text: '${B}' });
  });

  it('gives back any escaped text as it was', () => {
    const text = fc.string({ unit: fc.constantFrom('$', '{', '}', 'A', '\\', 'é') });
    fc.assert(
      fc.property(text, (value) => {
        expect(expandVariables(escapeVariables(value), {})).toEqual({ kind: 'text', text: value, hasVariables: false });
      }),
    );
  });
});
