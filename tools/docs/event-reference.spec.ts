import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { NOTIFICATION_EVENTS } from '#libs/notifications';
import { eventReference, expectedPage } from './event-reference.mjs';

describe('the reference of events', () => {
  it('is that of the event map; run "node tools/docs/event-reference.mjs" after changing it', () => {
    expect(readFileSync('docs/notifications.md', 'utf8')).toBe(expectedPage(NOTIFICATION_EVENTS));
  });

  it('follows the event map', () => {
    const source = `interface Job {
        /** Whose. */
        owner_id: string;
        title: string;
      }
      interface EventMap {
        /** It ended. */
        'a.b': Job;
        'c': { count:
          number };
      }`;
    expect(eventReference(source, ['a.b', 'c'])).toBe(
      '### `a.b`\n\nIt ended.\n\n- `owner_id`: `string`. Whose.\n\n### `c`\n\n\n\n- `count`: `number`',
    );
    expect(() => eventReference(source, ['d'])).toThrow('no event d');
  });
});
