import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeRow, ChangeSetDetails, RowOutline } from '#libs/api';
import { changeSet, rehearsalOf } from '../testing/change-set';
import type { ChangesApi } from './changes-api';
import { OpenChange } from './open-change';

const OUTLINE: RowOutline = {
  groups: [{ schema: 'main', table: 'parts', columns: ['id'], pages: [] }],
  page_offsets: [],
};

/** Pages that are answered when the test says so. */
class SlowPages {
  readonly asked: number[] = [];
  private readonly waiting = new Map<number, (rows: ChangeRow[]) => void>();

  readonly api = {
    get: () => Promise.resolve({ hash: 'h', rehearsal: null, applied_at: null } as ChangeSetDetails),
    outline: () => Promise.resolve(OUTLINE),
    rows: (_id: string, page: number) => {
      this.asked.push(page);
      return page === 0 ? Promise.resolve([]) : new Promise((resolve) => this.waiting.set(page, resolve));
    },
  } as unknown as ChangesApi;

  async answer(page: number): Promise<void> {
    this.waiting.get(page)?.([]);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

it('reads the pages that are in sight last, and none twice', async () => {
  const pages = new SlowPages();
  const open = new OpenChange(pages.api, 'c');
  await open.load();
  const shown = open.showPages([7, 8]);
  void open.showPages([300, 301]);
  void open.showPages([499, 0, 498]);
  await pages.answer(7);
  await pages.answer(499);
  await pages.answer(498);
  await shown;
  expect(pages.asked).toEqual([0, 7, 499, 498]);
  expect([...open.pages().keys()]).toEqual([0, 7, 499, 498]);
  await open.showPages([499, 7]);
  expect(pages.asked).toHaveLength(4);
});

it('reads pages that could not be read at the next load', async () => {
  const asked: number[] = [];
  let isAway = true;
  const api = {
    get: () => Promise.resolve(changeSet({ rehearsal: rehearsalOf() })),
    outline: () => Promise.resolve(OUTLINE),
    rows: (_id: string, page: number) => {
      asked.push(page);
      return page > 0 && isAway ? Promise.reject(new Error('Away')) : Promise.resolve([]);
    },
  } as unknown as ChangesApi;
  const open = new OpenChange(api, 'c');
  await open.load();
  await expect(open.showPages([7, 8])).rejects.toThrow('Away');
  await open.load();
  expect([...open.pages().keys()]).toEqual([0]);
  isAway = false;
  await open.load();
  expect([...open.pages().keys()]).toEqual([0, 7, 8]);
  await open.load();
  expect(asked).toEqual([0, 7, 7, 7, 8]);
});

describe('the rows of a change set that is rehearsed again', () => {
  let hash: string;
  let failure: Error | null;
  let answer: Promise<void>;
  let open: OpenChange;

  beforeEach(async () => {
    [hash, failure, answer] = ['old', null, Promise.resolve()];
    const rows = async (): Promise<ChangeRow[]> => {
      const row = { item: 0, after: { id: hash } } as unknown as ChangeRow;
      await answer;
      if (failure !== null) throw failure;
      return [row];
    };
    const api = {
      get: () => Promise.resolve(changeSet({ hash, rehearsal: rehearsalOf() })),
      outline: () => Promise.resolve(OUTLINE),
      rows,
    } as unknown as ChangesApi;
    open = new OpenChange(api, 'c');
    await open.load();
  });

  const shown = (): unknown[] => [
    open.details.value()?.hash,
    open.rows.state(),
    open.rows.value()?.first.map(({ after }) => after),
    open.areRowsCurrent(),
  ];

  it('are dropped when the new ones cannot be read, and read again at the next load', async () => {
    expect(shown()).toEqual(['old', 'ready', [{ id: 'old' }], true]);
    [hash, failure] = ['new', new Error('Disk full')];
    await open.load();
    expect(shown()).toEqual(['new', 'failed', undefined, false]);
    expect(open.groups()).toEqual([]);
    failure = null;
    await open.load();
    expect(shown()).toEqual(['new', 'ready', [{ id: 'new' }], true]);
  });

  it('are not those of the details while the new ones are on their way', async () => {
    let go = (): void => undefined;
    [hash, answer] = ['new', new Promise((resolve) => (go = resolve))];
    const loading = open.load();
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toEqual(['new', 'ready', [{ id: 'old' }], false]);
    go();
    await loading;
    expect(shown()).toEqual(['new', 'ready', [{ id: 'new' }], true]);
  });
});
