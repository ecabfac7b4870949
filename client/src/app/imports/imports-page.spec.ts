import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { FakeEventSource } from '../../testing/fake-event-source';
import { providePage, requestTo } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { ImportsPage } from './imports-page';

const FILES = '/api/imports';
const FILE = { id: 'i', file_name: 'orders.csv', size_bytes: 20, received_bytes: 20, status: 'ready', preview: null };

let part: Part<ImportsPage>;

beforeEach(async () => {
  TestBed.configureTestingModule({ providers: providePage() });
  part = await Part.show(ImportsPage);
});
afterEach(() => Part.clear());

async function answer(isRead: boolean): Promise<void> {
  const request = requestTo('GET', FILES);
  if (isRead) request.flush({ items: [FILE], next_cursor: null });
  else request.flush(problemDocument('internal-error', 'r', 'Disk full'), { status: 500, statusText: '' });
  await part.settled();
}

const shown = (): string[] =>
  ['dw-loading-state', 'dw-failed-state', 'dw-outdated-notice', 'table'].filter(
    (name) => words(part.element.querySelector(name)) !== '',
  );

it('says that files are being loaded, that they could not be, and that they may be out of date', async () => {
  expect(shown()).toEqual(['dw-loading-state']);
  await answer(false);
  expect(shown()).toEqual(['dw-failed-state']);
  expect(part.text).toContain("Couldn't load files Disk full");
  await part.press('Try again');
  await answer(true);
  expect(shown()).toEqual(['table']);

  FakeEventSource.last.emit('import.changed', { import_id: 'i' });
  await answer(false);
  expect(shown()).toEqual(['dw-outdated-notice', 'table']);
  await part.press('Try again');
  await answer(true);
  expect(shown()).toEqual(['table']);
});
