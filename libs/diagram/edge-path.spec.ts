import { describe, expect, it } from '@jest/globals';
import { edgePath } from './edge-path.js';
import type { DiagramEdge } from './diagram.js';

const POINTS = [
  [100, 50],
  [130, 50],
  [130, 90],
  [160, 90],
] as const;
const edge = (change: Partial<DiagramEdge> = {}): DiagramEdge => {
  return {
    id: 'e',
    from: 'a',
    to: 'b',
    points: POINTS,
    trunk: 22,
    label: '',
    isUnique: false,
    isOptional: false,
    ...change,
  };
};
const CROWS_FOOT = 'M100 45L109 50L100 55';
const CIRCLE_AT_START = 'M109 50a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0';
const CIRCLE_AT_END = 'M144 90a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0';
const FIRST_BAR_AT_START = 'M105 45L105 55';
const BARS_AT_END = ['M155 85L155 95', 'M151 85L151 95'] as const;

describe('edgePath', () => {
  it('has many at the foreign key, and exactly one at the key', () => {
    const path = edgePath(edge());
    expect(path).toContain('M116 50L126 50Q130 50 130 54L130 86Q130 90 134 90L160 90');
    for (const mark of [CROWS_FOOT, CIRCLE_AT_START, ...BARS_AT_END]) expect(path).toContain(mark);
    expect(path).not.toContain(CIRCLE_AT_END);
  });

  it('has at most one at a unique foreign key', () => {
    const path = edgePath(edge({ isUnique: true }));
    for (const mark of [FIRST_BAR_AT_START, CIRCLE_AT_START]) expect(path).toContain(mark);
    expect(path).not.toContain(CROWS_FOOT);
  });

  it('has at most one at the key where the foreign key may be NULL', () => {
    const path = edgePath(edge({ isOptional: true }));
    for (const mark of ['L144 90', BARS_AT_END[0], CIRCLE_AT_END]) expect(path).toContain(mark);
    expect(path).not.toContain(BARS_AT_END[1]);
  });

  it('bends a side that is shorter than two bends by half of it', () => {
    const points = [
      [100, 50],
      [130, 50],
      [130, 53],
      [160, 53],
    ] as const;
    expect(edgePath(edge({ points }))).toContain('L128.5 50Q130 50 130 51.5L130 51.5Q130 53 131.5 53L160 53');
  });

  it('looks the other way at an edge that leaves its card to the left', () => {
    const points = POINTS.map(([x, y]) => [-x, y] as const);
    expect(edgePath(edge({ points }))).toContain('M-100 45L-109 50L-100 55');
  });

  it('marks the foreign key alone where the table that it refers to is not there', () => {
    const path = edgePath(
      edge({
        to: null,
        points: [
          [100, 50],
          [124, 50],
        ],
      }),
    );
    expect(path).toContain('M116 50L124 50');
    expect(path).toContain(CROWS_FOOT);
    for (const mark of BARS_AT_END) expect(path).not.toContain(mark);
  });
});
