import { describe, expect, it } from '@jest/globals';
import { readPipeline } from './index.js';

const QUERY = { name: 'orders', kind: 'query', connection_id: 'shop', sql: 'SELECT 1' };
const OUTPUT = { from: 'orders', format: 'parquet', name: 'orders' };
const pipeline = (change: object) => ({ inputs: [QUERY], steps: [], output: OUTPUT, ...change });

describe('readPipeline', () => {
  it('takes inputs of each kind, steps and an output, and nothing else', () => {
    const inputs = [
      QUERY,
      { name: 'file', kind: 'file', path: '/a.csv' },
      { name: 'old', kind: 'output', job_id: 'j' },
      { ...QUERY, name: 'hidden', connection_id: null },
    ];
    const steps = [{ name: 'joined', sql: 'SELECT * FROM orders' }];
    const given = { inputs, steps, output: { from: 'joined', format: 'csv', name: 'x' } };
    expect(readPipeline(given)).toEqual({ kind: 'valid', definition: given });
  });

  it.each<[unknown, string[]]>([
    [null, ['', '/inputs', '/output', '/output/from', '/output/format']],
    [pipeline({ inputs: 'x' }), ['/inputs', '/inputs', '/output/from']],
    [pipeline({ inputs: [{ ...QUERY, name: '1x' }] }), ['/inputs/0/name', '/output/from']],
    [pipeline({ inputs: [QUERY, { ...QUERY, name: 'ORDERS' }] }), ['/inputs/1/name']],
    [pipeline({ inputs: [{ ...QUERY, kind: 'magic' }] }), ['/inputs/0/kind']],
    [pipeline({ inputs: [{ ...QUERY, kind: 'constructor' }] }), ['/inputs/0/kind']],
    [pipeline({ inputs: [{ ...QUERY, kind: '__proto__' }] }), ['/inputs/0/kind']],
    [pipeline({ inputs: [{ ...QUERY, kind: { toString: 1 } }] }), ['/inputs/0/kind']],
    [pipeline({ inputs: [{ ...QUERY, sql: ' ' }] }), ['/inputs/0/sql']],
    [pipeline({ extra: 1 }), ['/extra']],
    [pipeline({ inputs: [{ ...QUERY, path: 'a' }] }), ['/inputs/0/path']],
    [pipeline({ output: { from: 'orders', format: 'csv', 'a/b': 1 } }), ['/output/a~1b']],
    [pipeline({ steps: [{ name: 'orders', sql: 'x' }] }), ['/steps/0/name']],
    [pipeline({ output: { from: 'nowhere', format: 'xls' } }), ['/output/from', '/output/format']],
  ])('reports every mistake in %j', (given, pointers) => {
    const reading = readPipeline(given);
    expect(reading.kind === 'invalid' && reading.errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
