import { expect, it } from '@jest/globals';
import { Subject } from 'rxjs';
import { closeUnread } from './unread-events.js';

it.each([
  ['keeps a stream whose reader keeps up', 100, () => false, false],
  ['keeps a stream whose reader is behind by no more than the limit', 3, () => true, false],
  ['closes a stream whose reader is behind by more', 4, () => true, true],
  ['counts from anew once the reader has caught up', 100, (event: number) => event % 3 !== 0, false],
])('%s', (_, events, isBehind, isClosed) => {
  let [event, closed] = [0, false];
  const response = {
    get writableNeedDrain() {
      return isBehind(event);
    },
    destroy: () => (closed = true),
  };
  const source = new Subject<number>();
  const received: number[] = [];
  source.pipe(closeUnread(response, 3)).subscribe((value) => received.push(value));
  for (event = 1; event <= events; event += 1) source.next(event);
  expect([received.length, closed]).toEqual([events, isClosed]);
});
