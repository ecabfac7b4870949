import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DemoView } from '#libs/demo';
import { identify } from '../../../testing/identity-set-up';
import { answerAll, providePage, settle } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { DemoActions } from './demo-actions';

const view: DemoView = { state: 'ready', connections: [], removed: [], kept: [] };

beforeEach(async () => {
  TestBed.configureTestingModule({ providers: providePage() });
  await identify();
});
afterEach(() => Part.clear());

it('asks once before the demo is removed on a double click', async () => {
  const actions = TestBed.inject(DemoActions);
  void actions.remove();
  void actions.remove();
  await settle();
  while (answerAll('GET', '/api/demo', view) > 0) await settle();
  expect(document.querySelectorAll('.cdk-dialog-container')).toHaveLength(1);
});
