import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { listOf, postgresSample } from '../../testing/connection-samples';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { Part } from '../../testing/part';
import { savedQuerySample } from '../../testing/saved-query-samples';
import { LayersPage } from './layers-page';

let part: Part<LayersPage>;
beforeEach(async () => {
  TestBed.configureTestingModule({ providers: providePage() });
  part = await Part.show(LayersPage);
  answerAll('GET', '/api/connections', listOf([postgresSample()]));
  await part.settled();
  requestTo('GET', '/api/studio/queries').flush({ items: [savedQuerySample({ name: 'Parks' })], next_cursor: null });
  await part.settled();
});
afterEach(() => Part.clear());

const refuse = async (code: Parameters<typeof problemDocument>[0], detail: string, status: number): Promise<void> => {
  requestTo('GET', '/api/tiles/q1/hint').flush(problemDocument(code, 'r', detail), { status, statusText: '' });
  await part.settled();
};

it('keeps a query in the list while its database is away, and asks again', async () => {
  await refuse('connection-unreachable', 'The server refused the connection.', 502);
  expect(part.text).toContain('Parks');
  expect(part.text).toContain('The server refused the connection.');
  expect(part.text).not.toContain('No layers yet');
  await part.press('Check Parks again');
  requestTo('GET', '/api/tiles/q1/hint').flush({ hint: null, refusal: null });
  await part.settled();
  expect(part.text).toContain('1 layer');
  expect(part.text).not.toContain('The server refused the connection.');
});

it('hides a query that is no layer until it is asked for', async () => {
  requestTo('GET', '/api/tiles/q1/hint').flush({ hint: null, refusal: 'A layer needs exactly one statement.' });
  await part.settled();
  expect(part.text).toContain('No layers yet');
  part.element.querySelector<HTMLElement>('.dw-switch')?.click();
  await part.settled();
  expect(part.text).toContain('A layer needs exactly one statement.');
});

it('leads to the studio, on a connection whose queries can be layers, for a new layer', async () => {
  requestTo('GET', '/api/tiles/q1/hint').flush({ hint: null, refusal: null });
  await part.settled();
  const link = [...part.element.querySelectorAll('a')].find(({ textContent }) => textContent.trim() === 'New layer');
  expect(link?.getAttribute('href')).toBe(`/studio?connection=${postgresSample().id}`);
});
