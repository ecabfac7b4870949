import { TestBed } from '@angular/core/testing';
import { beforeEach, expect, it } from '@jest/globals';
import type { Inbox } from '#libs/api';
import { providePage, requestTo } from '../../testing/page-set-up';
import { InboxStore } from './inbox.store';

const INBOX = '/api/notifications/inbox';

let store: InboxStore;

/** Items from `newest` down to `oldest`, of which those up to `readUntil` were read. */
function page(newest: number, oldest: number, readUntil = 0): Inbox {
  const items = Array.from({ length: newest - oldest + 1 }, (_, place) => {
    const number = newest - place;
    return { id: String(number), is_read: number <= readUntil } as Inbox['items'][number];
  });
  return { items, unread_count: newest - readUntil, next_cursor: oldest > 1 ? String(oldest) : null };
}

async function loaded(answer: Inbox): Promise<void> {
  const loading = store.load();
  requestTo('GET', INBOX).flush(answer);
  await loading;
}

beforeEach(() => {
  TestBed.configureTestingModule({ providers: [...providePage()] });
  store = TestBed.inject(InboxStore);
});

it.each<[string, Inbox, boolean]>([
  ['more are unread than the list has', page(45, 16), false],
  ['the list ends with what was read', page(45, 16, 20), true],
  ['the list is whole', page(12, 1), true],
])('knows whether all that is unread is listed: %s', async (_, answer, hasAll) => {
  await loaded(answer);
  expect(store.hasAllUnread()).toBe(hasAll);
});

it('adds older items, after which all that is unread is listed', async () => {
  await loaded(page(45, 16));
  const loading = store.loadOlder();
  void store.loadOlder();
  const older = requestTo('GET', INBOX);
  expect(older.request.params.get('cursor')).toBe('16');
  older.flush({ ...page(15, 1), unread_count: 45 });
  await loading;
  expect(store.inbox()?.items.map(({ id }) => Number(id))).toEqual(Array.from({ length: 45 }, (_, n) => 45 - n));
  expect(store.hasAllUnread()).toBe(true);
  const again = store.load();
  const reload = requestTo('GET', INBOX);
  expect(reload.request.params.get('limit')).toBe('45');
  reload.flush(page(46, 2));
  await again;
});
