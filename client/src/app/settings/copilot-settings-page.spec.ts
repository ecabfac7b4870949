import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { CopilotSettings } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { choicesOf } from './copilot-form';
import { CopilotSettingsPage } from './copilot-settings-page';

const PATH = '/api/settings/copilot';
const SETTINGS: CopilotSettings = {
  ...{ provider: 'openai-compatible', base_url: 'http://127.0.0.1:11434/v1', model: 'm', key_set: false },
  ...{ key_fault: null, timeout_s: 60, token_budget: 8000, audit_text: false, connections: {} },
  default_level: 'comments',
};
let part: Part<CopilotSettingsPage>;
const tested = (): string => words(part.element.querySelector('.tested'));

beforeEach(async () => {
  TestBed.configureTestingModule({ providers: providePage() });
  part = await Part.show(CopilotSettingsPage);
  answerAll('GET', PATH, SETTINGS);
  await part.settled();
});
afterEach(() => Part.clear());

it('shows what the provider answered, and how fast', async () => {
  await part.press('Test provider');
  requestTo('POST', `${PATH}/test`).flush({ ok: true, message: 'ready', latency_ms: 4074 });
  await part.settled();
  expect(tested()).toBe('Answered “ready” in 4.1 s');
});

it('shows beside the button, and only there, that a test could not be made', async () => {
  await part.press('Test provider');
  const problem = problemDocument('state-unavailable', 'r', 'The disk is full.');
  requestTo('POST', `${PATH}/test`).flush(problem, { status: 503, statusText: '' });
  await part.settled();
  expect(tested()).toBe('The disk is full.');
  expect(part.text.split('The disk is full.')).toHaveLength(2);
});

it('keeps what another person has saved meanwhile, and shows it before it is saved', async () => {
  await part.type('Model', 'llama');
  await part.press('Save settings');
  const expected = choicesOf(SETTINGS);
  const refused = requestTo('PUT', PATH);
  expect(refused.request.body).toEqual({ ...expected, model: 'llama', expected });
  const problem = problemDocument('changed-meanwhile', 'r', 'The settings were changed meanwhile.');
  refused.flush(problem, { status: 409, statusText: '' });
  await part.settled();
  const others = { ...SETTINGS, timeout_s: 5, audit_text: true };
  answerAll('GET', PATH, others);
  await part.settled();
  expect(part.text).toContain('The settings were changed meanwhile.');
  await part.press('Save settings');
  const now = { ...expected, timeout_s: 5, audit_text: true };
  expect(requestTo('PUT', PATH).request.body).toEqual({ ...now, model: 'llama', expected: now });
});

it('keeps what is typed while it is being saved, and does not say that it is saved', async () => {
  await part.type('Model', 'llama ');
  await part.type('Address', 'http://127.0.0.1:1/v1');
  await part.press('Save settings');
  await part.type('Model', 'llama 3');
  const answer = { ...SETTINGS, model: 'llama', base_url: 'http://127.0.0.1:1/v1' };
  requestTo('PUT', PATH).flush(answer);
  await part.settled();
  expect([part.control('Model').value, part.control('Address').value]).toEqual(['llama 3', 'http://127.0.0.1:1/v1']);
  expect([part.text.includes('Undo changes'), words(part.element.querySelector('.saved'))]).toEqual([true, '']);
});
