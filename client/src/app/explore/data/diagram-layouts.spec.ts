import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Neighbourhood } from '#libs/api';
import { layoutDiagram } from '#libs/diagram';
import { DiagramLayouts } from './diagram-layouts';

type Source = Parameters<typeof layoutDiagram>[0];

/** The page's end of a worker whose other end is the test. */
class FakeWorker extends EventTarget {
  static started: FakeWorker[] = [];
  readonly asked: { readonly id: number; readonly source: Source }[] = [];
  isTerminated = false;

  constructor() {
    super();
    FakeWorker.started.push(this);
  }

  postMessage(message: FakeWorker['asked'][number]): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(): void {
    for (const { id, source } of this.asked.splice(0)) {
      this.dispatchEvent(new MessageEvent('message', { data: { id, diagram: layoutDiagram(source) } }));
    }
  }
}

const tables: Neighbourhood['tables'] = Array.from({ length: 61 }, (_, number) => ({
  ...{ schema: 'public', name: `t${number}`, kind: 'table', distance: 0, columns: [], primary_key: [] },
}));
const browserWorker = globalThis.Worker as typeof Worker | undefined;

describe('DiagramLayouts', () => {
  let layouts: DiagramLayouts;

  beforeEach(() => {
    FakeWorker.started = [];
    Object.assign(globalThis, { Worker: FakeWorker });
    TestBed.configureTestingModule({ providers: [DiagramLayouts] });
    layouts = TestBed.inject(DiagramLayouts);
  });
  afterEach(() => {
    Object.assign(globalThis, { Worker: browserWorker });
  });

  const layout = () => layouts.layout({ tables, relations: [] });
  const outcomes = (...laidOut: Promise<{ cards: readonly unknown[] }>[]) =>
    Promise.allSettled(laidOut.map(async (one) => (await one).cards.length));

  it('lays a large diagram out in one worker', async () => {
    const both = outcomes(layout(), layout());
    FakeWorker.started[0]?.answer();
    expect(await both).toEqual([
      { status: 'fulfilled', value: 61 },
      { status: 'fulfilled', value: 61 },
    ]);
    expect(FakeWorker.started).toHaveLength(1);
  });

  it('rejects everything that waits for a worker that failed, and starts another one', async () => {
    const both = outcomes(layout(), layout());
    const [failed] = FakeWorker.started;
    failed?.dispatchEvent(new Event('error'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(failed?.isTerminated).toBe(true);
    const again = outcomes(layout());
    FakeWorker.started[1]?.answer();
    expect(await again).toEqual([{ status: 'fulfilled', value: 61 }]);
  });
});
