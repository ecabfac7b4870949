import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ContractCheck } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { postgresSample } from '../../../../testing/connection-samples';
import { providePage, requestTo } from '../../../../testing/page-set-up';
import { Part, words } from '../../../../testing/part';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import { CheckDialog } from './check-dialog';

const HOLDS: ContractCheck = {
  ...{ connection_id: 'shop', contract: { id: 'k', name: 'Orders', frozen_at: '2026-04-02T14:10:00Z' } },
  ...{ outcome: 'holds', checked_at: '2026-05-19T06:00:00Z', elapsed_ms: 1, statements: [], summary: '' },
  ...{ changes: [], impact: [], broken: [], already_broken: [], mended: [] },
};

let part: Part<CheckDialog>;
const outcomes = (): string => [...part.element.querySelectorAll('.outcome')].map(words).join('');

beforeEach(async () => {
  TestBed.configureTestingModule({
    providers: [
      ...providePage(),
      { provide: DIALOG_DATA, useValue: { connection: postgresSample(), contract: 'Orders' } },
      { provide: DialogRef, useValue: {} },
      { provide: DIALOG_HEADING_ID, useValue: 'heading' },
    ],
  });
  part = await Part.show(CheckDialog);
  await part.type('SQL', 'SELECT 1');
  await part.press('Check');
});
afterEach(() => Part.clear());

const request = () => requestTo('POST', '/api/contracts/shop/check');

it('shows what was found of the statements in sight alone', async () => {
  request().flush(HOLDS);
  await part.settled();
  expect(outcomes()).not.toBe('');
  await part.type('SQL', 'DROP TABLE orders');
  expect(outcomes()).toBe('');
  await part.type('SQL', 'SELECT 1');
  expect(outcomes()).not.toBe('');
});

it('shows nothing of statements that were changed while they were checked', async () => {
  await part.type('SQL', 'DROP TABLE orders');
  request().flush(problemDocument('database-error', 'r', 'Away'), { status: 422, statusText: '' });
  await part.settled();
  expect(outcomes()).toBe('');
});
