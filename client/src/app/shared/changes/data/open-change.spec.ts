import { expect, it } from '@jest/globals';
import type { ChangeRow, ChangeSetDetails, RowOutline } from '#libs/api';
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
