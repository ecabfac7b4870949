import { beforeEach, describe, expect, it } from '@jest/globals';
import { settle } from '../../../testing/page-set-up';
import { PagedList, withNextPage } from './paged-list';

interface Item {
  readonly id: number;
}
interface Page {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
interface Call {
  readonly request: readonly [string, string | null];
  readonly resolve: (page: Page) => void;
  readonly reject: (error: Error) => void;
}

const page = (ids: readonly number[], next: string | null): Page => ({
  items: ids.map((id) => ({ id })),
  next_cursor: next,
});

describe('withNextPage', () => {
  it('adds only the items that are not known, and takes the rest of the page', () => {
    const list = withNextPage(page([1, 2], 'a'), page([2, 3], 'b'), ({ id }) => id);
    expect(list).toEqual(page([1, 2, 3], 'b'));
  });
});

describe('PagedList', () => {
  let calls: Call[];
  let list: PagedList<Page, string>;

  beforeEach(async () => {
    calls = [];
    list = new PagedList<Page, string>(
      (question, cursor) =>
        new Promise((resolve, reject) => calls.push({ request: [question, cursor], resolve, reject })),
      ({ id }) => id,
      'all',
    );
    void list.show('all');
    await answer(page([1, 2], 'p2'));
  });

  const ids = (): number[] => list.items().map(({ id }) => id);
  const requests = (): unknown[] => calls.map(({ request }) => request);

  async function answer(value: Page | Error, place = calls.length - 1): Promise<void> {
    const call = calls[place];
    if (value instanceof Error) call?.reject(value);
    else call?.resolve(value);
    await settle();
  }

  it('requests a page once, however often it is asked for', async () => {
    void list.more();
    void list.more();
    expect([requests().length, list.isLoadingMore()]).toEqual([2, true]);
    await answer(page([3, 4], null));
    expect([ids(), list.hasMore(), list.isLoadingMore()]).toEqual([[1, 2, 3, 4], false, false]);
  });

  it('keeps the items when a page fails, and says why until it succeeds', async () => {
    void list.more();
    await answer(new Error('Disk full'));
    expect([ids(), list.hasMore(), list.moreProblem()?.detail]).toEqual([[1, 2], true, 'Disk full']);
    void list.more();
    expect(list.moreProblem()).toBeNull();
    await answer(page([3], null));
    expect(ids()).toEqual([1, 2, 3]);
  });

  it('drops a page of another question, and its failure', async () => {
    for (const late of [page([3, 4], 'p3'), new Error('Disk full')]) {
      void list.show('all');
      await answer(page([1, 2], 'p2'));
      void list.more();
      const old = calls.length - 1;
      void list.show('backups');
      await answer(page([8], null));
      await answer(late, old);
      expect([ids(), list.moreProblem(), list.isLoadingMore()]).toEqual([[8], null, false]);
    }
  });

  it('has no more while the answer to another question is on its way', async () => {
    void list.show('backups');
    expect(list.hasMore()).toBe(false);
    await list.more();
    expect(requests()).toEqual([
      ['all', null],
      ['backups', null],
    ]);
  });

  it('is loading, not empty, where an empty list answers the question before', async () => {
    void list.show('backups');
    await answer(page([], null));
    expect(list.state()).toBe('ready');
    void list.show('all');
    expect(list.state()).toBe('loading');
  });

  it('reads again as many pages as are in sight', async () => {
    void list.more();
    await answer(page([3, 4], 'p3'));
    void list.load();
    await answer(page([0, 1], 'q2'));
    await answer(page([2, 3], 'q3'));
    expect([ids(), requests().slice(2)]).toEqual([
      [0, 1, 2, 3],
      [
        ['all', null],
        ['all', 'q2'],
      ],
    ]);
  });

  it('reads the list again where it was read while the page was on its way', async () => {
    void list.more();
    void list.load();
    await answer(page([0, 1], 'q2'), 2);
    await answer(page([3, 4], null), 1);
    await answer(page([0, 1], 'q2'));
    await answer(page([2, 3], null));
    expect(ids()).toEqual([0, 1, 2, 3]);
  });

  it('starts with the first page for another question', async () => {
    void list.more();
    await answer(page([3, 4], null));
    void list.show('backups');
    await answer(page([8], 'b2'));
    expect([ids(), requests().length]).toEqual([[8], 3]);
  });
});
