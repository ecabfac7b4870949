import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Inbox } from '#libs/api';
import { bodyOf } from '../../auth/testing/auth-app.js';
import { State } from '../../platform/index.js';
import { EventRecord } from '../outbox/outbox.entity.js';
import { schemaChanged } from '../testing/events.js';
import { NotificationsApp } from '../testing/notifications-app.js';

const [EARLIER, LATER] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:01.000Z'];

describe('the bell', () => {
  let app: NotificationsApp;
  beforeAll(async () => {
    app = await NotificationsApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(() => publish(LATER));
  afterEach(async () => {
    await manager().delete(EventRecord, { isInBell: true });
  });

  const manager = () => app.auth.workbench.app.get(State).manager;
  const publish = (occurredAt: string) =>
    app.publish('schema.changed', { ...schemaChanged('shop'), occurred_at: occurredAt });
  const readAll = async () => {
    const [newest] = (await app.inbox()).items;
    await app.me.post('/api/notifications/inbox/read', { up_to: newest?.id }).expect(204);
  };
  const shown = async () => {
    const { items, unread_count: unread } = await app.inbox();
    return [unread, ...items.map(({ occurred_at: at, is_read: isRead }) => [at, isRead])];
  };

  it('has as new and first what is reported after something that occurred later was read', async () => {
    await readAll();
    await publish(EARLIER);
    expect(await shown()).toEqual([1, [EARLIER, false], [LATER, true]]);
  });

  it('has as new what is written after all that was read is gone', async () => {
    await publish(EARLIER);
    await readAll();
    await manager().delete(EventRecord, { isInBell: true });
    await publish(EARLIER);
    expect(await shown()).toEqual([1, [EARLIER, false]]);
  });

  it('is read page by page in the order in which it was written', async () => {
    await publish(EARLIER);
    await publish(LATER);
    const times: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const place: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = bodyOf<Inbox>(await app.me.get(`/api/notifications/inbox?limit=1${place}`).expect(200));
      times.push(...page.items.map(({ occurred_at: at }) => at));
      cursor = page.next_cursor;
    }
    expect(times).toEqual([LATER, EARLIER, LATER]);
  });
});
