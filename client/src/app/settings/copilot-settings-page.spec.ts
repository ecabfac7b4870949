import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { CopilotSettings } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
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
  await part.press('Test provider');
});
afterEach(() => Part.clear());

it('shows what the provider answered, and how fast', async () => {
  requestTo('POST', `${PATH}/test`).flush({ ok: true, message: 'ready', latency_ms: 4074 });
  await part.settled();
  expect(tested()).toBe('Answered “ready” in 4.1 s');
});

it('shows beside the button, and only there, that a test could not be made', async () => {
  const problem = problemDocument('state-unavailable', 'r', 'The disk is full.');
  requestTo('POST', `${PATH}/test`).flush(problem, { status: 503, statusText: '' });
  await part.settled();
  expect(tested()).toBe('The disk is full.');
  expect(part.text.split('The disk is full.')).toHaveLength(2);
});
