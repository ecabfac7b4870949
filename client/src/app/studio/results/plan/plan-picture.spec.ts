import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listNodes, readPlan } from '#libs/plan';
import type { Plan } from '#libs/plan';
import { canvasKey } from './plan-keys';
import { indentsOf } from './plan-depths';
import { CARD_HEIGHT, CARD_WIDTH, layoutPlan } from './plan-layout';
import { planSvg } from './plan-svg';
import type { SvgColours } from './plan-svg';
import { fitted, isSeen, opened, shown, zoomed } from './plan-viewport';
import { bareCondition, cardText, heatOf, nodeFacts, nodeIcon, placeText, planSummary, nodeLabel } from './plan-words';

interface Shape {
  readonly below: readonly Shape[];
}

const shape = fc.letrec<{ node: Shape }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constant<Shape>({ below: [] }),
    fc.record({ below: fc.array(tie('node'), { maxLength: 4 }) }),
  ),
})).node;

const sizeOf = ({ below }: Shape): number => below.reduce((sum, one) => sum + sizeOf(one), 1);

const source = (tree: Shape): object => ({
  'Node Type': 'Seq Scan',
  'Relation Name': 'orders',
  Alias: 'o',
  'Total Cost': 10 * sizeOf(tree),
  'Plan Rows': 12_000,
  Filter: "(note = 'a & <b>')",
  Plans: tree.below.map(source),
});
const planOf = (tree: Shape): Plan => readPlan({ Plan: source(tree) });
const three = planOf({ below: [{ below: [] }, { below: [] }] });
const none = new Set<number>();

describe('the picture of a plan', () => {
  it('has every node once and no two cards in the same place', () => {
    fc.assert(
      fc.property(shape, (tree) => {
        const plan = planOf(tree);
        const { nodes, width, height } = layoutPlan(plan.root, none);
        expect(nodes.map(({ node }) => node.id).sort((a, b) => a - b)).toEqual(
          listNodes(plan.root).map(({ id }) => id),
        );
        for (const [at, one] of nodes.entries())
          for (const other of nodes.slice(at + 1))
            expect(Math.abs(one.x - other.x) >= CARD_WIDTH || Math.abs(one.y - other.y) >= CARD_HEIGHT).toBe(true);
        expect(Math.max(...nodes.map(({ x }) => x + CARD_WIDTH))).toBe(width);
        expect(Math.max(...nodes.map(({ y }) => y + CARD_HEIGHT))).toBe(height);
        expect(Math.min(...nodes.map(({ x }) => x))).toBe(0);
      }),
    );
  });

  it('folds what is below a node and says how much that is', () => {
    const { nodes, edges } = layoutPlan(three.root, new Set([0]));
    expect([nodes.map(({ hiddenCount }) => hiddenCount), edges.length]).toEqual([[2], 0]);
  });

  it('lays thousands of nodes out in one column or one row', () => {
    let deep: object = { 'Node Type': 'Result' };
    for (let count = 0; count < 4_999; count += 1) deep = { 'Node Type': 'Result', Plans: [deep] };
    const wide = { 'Node Type': 'Append', Plans: Array.from({ length: 4_999 }, () => ({ 'Node Type': 'Result' })) };
    for (const root of [deep, wide]) expect(layoutPlan(readPlan({ Plan: root }).root, none).nodes).toHaveLength(5_000);
  });

  it('is a well-formed SVG of its own', () => {
    const colours: SvgColours = {
      ...{
        ground: '#fff',
        card: '#fff',
        line: '#ccc',
        edge: '#999',
        text: '#000',
        quiet: '#555',
        track: '#eee',
        warn: '#a60',
      },
      heat: ['#0', '#1', '#2', '#3', '#4', '#5', '#6'],
    };
    const svg = planSvg(layoutPlan(three.root, none), 'cost', colours);
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(parsed.querySelectorAll('g > title')).toHaveLength(3);
    expect(parsed.documentElement.textContent).toContain("note = 'a & <b>'");
    expect(svg).not.toContain('http://www.w3.org/1999/xlink');
  });
});

describe('the words of a node', () => {
  const [root, child] = listNodes(three.root);
  if (root === undefined || child === undefined) throw new Error('No nodes');

  it('say what it does, on what, and what it costs', () => {
    expect(cardText(child, 'cost')).toMatchObject({
      title: 'Seq Scan',
      object: 'orders o',
      condition: "note = 'a & <b>'",
      cost: 'cost 10',
      rows: '12,000',
      realRows: null,
      time: null,
    });
    expect(cardText(child, 'cost').chips.map(({ text }) => text)).toEqual(['All rows']);
    expect(nodeLabel(child, 'cost')).toMatch(/^Seq Scan, orders o, .*of the cost, cost 10, 12,000 rows expected/);
    expect(nodeFacts(child).map(({ name }) => name)).toContain('Filter');
    expect(planSummary(three, [root, child])).toMatchObject({ nodes: '3', cost: '30', time: null });
  });

  it('say one row of one', () => {
    const rowsOf = (change: Partial<typeof child>) => {
      const node = { ...child, ...change };
      const { rows, realRows, rowsUnit } = cardText(node, 'cost');
      return [rows, realRows, rowsUnit, /\d+ rows? expected.*/.exec(nodeLabel(node, 'cost'))?.[0].split(', ')[0]];
    };
    expect(rowsOf({ estimatedRows: 1 })).toEqual(['1', null, 'row', '1 row expected']);
    expect(rowsOf({ estimatedRows: 2, actualRows: 1 })).toEqual(['2', '1', 'row', '2 rows expected']);
    expect(rowsOf({ estimatedRows: 1, actualRows: 1, loops: 3 })).toEqual(['1', '1 × 3', 'rows', '1 row expected']);
    expect(rowsOf({ estimatedRows: 1, isNeverExecuted: true })).toEqual(['1', 'never ran', '', '1 row expected']);
  });

  it('mark the slowest node by measured time and the costliest by estimated cost', () => {
    const measured = { ...child, share: 0.9, timeShare: 0.1 };
    const costliest = { ...measured, flags: [{ kind: 'costliest' as const, reason: '' }] };
    const slowest = { ...measured, flags: [{ kind: 'slowest' as const, reason: '' }] };
    const look = (node: typeof child, measure: 'time' | 'cost') => {
      const { isHeaviest, share, heat, chips } = cardText(node, measure);
      return [isHeaviest, share, heat, ...chips.map(({ text }) => text)];
    };
    expect(look(costliest, 'time')).toEqual([false, '10.0%', 3, 'Highest cost']);
    expect(look(costliest, 'cost')).toEqual([true, '90.0%', 6]);
    expect(look(slowest, 'time')).toEqual([true, '10.0%', 3]);
    expect(look(slowest, 'cost')).toEqual([false, '90.0%', 6, 'Slowest']);
    const both = { ...measured, flags: [...costliest.flags, ...slowest.flags] };
    expect([look(both, 'time'), look(both, 'cost')]).toEqual([
      [true, '10.0%', 3],
      [true, '90.0%', 6],
    ]);
  });

  it.each([
    [{ index: 'o_idx', relation: 'public.orders', alias: 'orders' }, 'o_idx on orders'],
    [{ index: null, relation: 'sales.orders', alias: 'o' }, 'sales.orders o'],
    [{ index: 'o_idx', relation: null, alias: null }, 'o_idx'],
    [{ index: null, relation: null, alias: null }, ''],
  ])('name the place of %j', (place, text) => {
    expect(placeText({ ...child, ...place })).toBe(text);
  });

  it.each([
    ['(a = 1)', 'a = 1'],
    ['((a = 1) AND (b = 2))', '(a = 1) AND (b = 2)'],
    ['(a) + (b)', '(a) + (b)'],
    ['a', 'a'],
  ])('take the outer brackets off %s', (text, bare) => {
    expect(bareCondition(text)).toBe(bare);
  });

  it.each([
    [null, 0],
    [0.004, 0],
    [0.005, 1],
    [0.1, 3],
    [0.71, 5],
    [1, 6],
  ])('give a share of %s the heat %d', (share, heat) => {
    expect(heatOf(share)).toBe(heat);
  });

  it.each([
    ['Index Only Scan', 'list-tree'],
    ['SEQ_SCAN', 'scan-line'],
    ['HASH_JOIN', 'merge'],
    ['Aggregate', 'sigma'],
    ['Something New', 'layers'],
  ])('give %s the icon %s', (type, icon) => {
    expect(nodeIcon(type)).toBe(icon);
  });
});

describe('the indents of a table of nodes', () => {
  it('show the tree, and stop where names would leave the screen', () => {
    expect([...indentsOf(three.root)]).toEqual([
      [0, 0],
      [1, 1],
      [2, 1],
    ]);
    let deep: object = { 'Node Type': 'Result' };
    for (let count = 0; count < 4_999; count += 1) deep = { 'Node Type': 'Result', Plans: [deep] };
    expect(Math.max(...indentsOf(readPlan({ Plan: deep }).root).values())).toBe(24);
  });
});

describe('the way around a plan', () => {
  const { nodes } = layoutPlan(three.root, none);

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowUp', 2, 0],
    ['ArrowRight', 1, 2],
    ['ArrowRight', 2, 2],
    ['ArrowLeft', 2, 1],
    ['Home', 2, 0],
    ['End', 0, 2],
  ])('%s goes from %d to %d', (key, from, to) => {
    expect(canvasKey(key, from, nodes)).toEqual({ kind: 'go', id: to });
  });

  it('leaves other keys alone', () => {
    expect(['a', 'Tab', 'F6'].map((key) => canvasKey(key, 0, nodes))).toEqual([null, null, null]);
  });

  const screen = { width: 800, height: 400 };
  it('shows everything, keeps a point under the pointer, and brings a card in', () => {
    const whole = fitted({ width: 4000, height: 4000, rootX: 2000 }, screen, 0);
    expect(whole.scale).toBeCloseTo(368 / 4000);
    expect(fitted({ width: 100, height: 100, rootX: 50 }, screen, 0).scale).toBe(1);
    const closer = zoomed({ x: 10, y: 20, scale: 1 }, 2, 110, 120);
    expect([(110 - closer.x) / closer.scale, (120 - closer.y) / closer.scale]).toEqual([100, 100]);
    const far = { x: 5000, y: 5000 };
    expect(isSeen(far, { x: 0, y: 0, scale: 1 }, screen)).toBe(false);
    const view = shown({ x: 0, y: 0, scale: 1 }, far, screen);
    expect(isSeen(far, view, screen)).toBe(true);
    expect(far.x + view.x + CARD_WIDTH).toBeLessThanOrEqual(screen.width);
    expect(shown(view, far, screen)).toEqual(view);
  });

  it('opens as it is where a card is on screen, else with the card in the middle', () => {
    const view = { x: 0, y: 16, scale: 1 };
    expect(opened(view, undefined, screen)).toBe(view);
    expect(opened(view, { x: 100, y: 100 }, screen)).toBe(view);
    const moved = opened(view, { x: 5000, y: 3000 }, screen);
    expect([5000 + CARD_WIDTH / 2 + moved.x, 3000 + CARD_HEIGHT / 2 + moved.y]).toEqual([400, 200]);
    expect(opened(view, { x: 5000, y: 0 }, screen).y).toBe(16);
  });
});
