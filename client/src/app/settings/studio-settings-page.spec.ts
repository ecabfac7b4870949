import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { STUDIO_DEFAULTS } from '#libs/settings';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { Part } from '../../testing/part';
import { StudioSettingsPage } from './studio-settings-page';

const PATH = '/api/settings/studio';
let part: Part<StudioSettingsPage>;

beforeEach(async () => {
  TestBed.configureTestingModule({ providers: providePage() });
  part = await Part.show(StudioSettingsPage);
  answerAll('GET', PATH, STUDIO_DEFAULTS);
  await part.settled();
});
afterEach(() => Part.clear());

it('keeps what was entered where it could not be saved, so that it can be saved again', async () => {
  await part.type('Tab size', '3');
  await part.press('Save settings');
  const problem = problemDocument('state-unavailable', 'r', 'The disk is full.');
  requestTo('PUT', PATH).flush(problem, { status: 503, statusText: '' });
  await part.settled();
  expect(part.text).toContain('The disk is full.');
  expect(part.control('Tab size').value).toBe('3');
  await part.press('Save settings');
  const again = requestTo('PUT', PATH);
  expect(again.request.body).toMatchObject({ editor_tab_size: 3 });
  again.flush({ ...STUDIO_DEFAULTS, editor_tab_size: 3 });
  await part.settled();
  expect(part.text).toContain('Saved');
});

it('keeps what is typed while it is being saved, also where that fails', async () => {
  for (const isFailing of [false, true]) {
    await part.type('Tab size', '3');
    await part.type('Editor font size', isFailing ? '15' : '14');
    await part.press('Save settings');
    await part.type('Tab size', '6');
    const request = requestTo('PUT', PATH);
    if (isFailing) request.flush(problemDocument('state-unavailable', 'r'), { status: 503, statusText: '' });
    else request.flush({ ...STUDIO_DEFAULTS, editor_tab_size: 3, editor_font_size: 14 });
    await part.settled();
    expect([part.control('Tab size').value, part.control('Editor font size').value]).toEqual([
      '6',
      isFailing ? '15' : '14',
    ]);
    expect(part.text).toContain('Undo changes');
  }
});
