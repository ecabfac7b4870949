import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UnreadablePlanError, listNodes, readPlan } from './index.js';

const SCAN = { 'Node Type': 'Seq Scan', 'Total Cost': 5, 'Plan Rows': 3 };

describe('readPlan', () => {
  it.each([
    ['an object', { Plan: SCAN }],
    ['a list', [{ Plan: SCAN }]],
    ['a text', JSON.stringify([{ Plan: SCAN }])],
    ['rows of a client', [{ 'QUERY PLAN': [{ Plan: SCAN }] }]],
    ['rows of a client that left the text alone', [{ 'QUERY PLAN': JSON.stringify([{ Plan: SCAN }]) }]],
    ['the log of auto_explain', { 'Query Text': 'select 1', Plan: SCAN }],
    ['the first of several plans', [{ Plan: SCAN }, { Plan: { 'Node Type': 'Result' } }]],
  ])('finds the plan in %s', (_, input) => {
    expect(readPlan(input).root).toMatchObject({ nodeType: 'Seq Scan', ownCost: 5, share: 1, estimatedRows: 3 });
  });

  it.each([
    ['a truncated document', '[{"Plan": {"Node Type": "Seq'],
    ['an empty string', ''],
    ['a foreign document', '{"type":"FeatureCollection","features":[]}'],
    ['a foreign document with children', '{"name":"x"}'],
    ['null', null],
    ['a number', 7],
    ['an empty list', []],
    ['a plan without a node type', { Plan: {} }],
    ['texts within texts without end', JSON.stringify(JSON.stringify(JSON.stringify('x')))],
  ])('refuses %s', (_, input) => {
    expect(() => readPlan(input)).toThrow(UnreadablePlanError);
  });

  it('refuses or reads any JSON, and fails in no other way', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, value) => {
        for (const input of [
          text,
          { Plan: { 'Node Type': 'X', Plans: [value], Workers: value } },
          { name: 'X', children: [value] },
        ])
          try {
            expect(readPlan(input).nodeCount).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadablePlanError);
          }
      }),
    );
  });

  it('takes numbers that make no sense for missing ones', () => {
    const { root } = readPlan({
      Plan: { 'Node Type': 'Seq Scan', 'Total Cost': -1, 'Plan Rows': '7', 'Actual Rows': null },
    });
    expect(root).toMatchObject({
      ownCost: null,
      share: null,
      estimatedRows: null,
      actualRows: null,
      misestimate: null,
    });
  });

  it.each(['deep', 'wide'])('reads a %s plan of 5,000 nodes', (shape) => {
    let deep: object = SCAN;
    for (let count = 1; count < 5_000; count += 1) deep = { ...SCAN, Plans: [deep] };
    const wide = { ...SCAN, Plans: Array.from({ length: 4_999 }, () => SCAN) };
    expect(listNodes(readPlan({ Plan: shape === 'deep' ? deep : wide }).root)).toHaveLength(5_000);
  });

  it('refuses more nodes than anybody can look at', () => {
    const Plans = Array.from({ length: 50_000 }, () => SCAN);
    expect(() => readPlan({ Plan: { ...SCAN, Plans } })).toThrow('The plan has more than 50000 nodes.');
  });
});
