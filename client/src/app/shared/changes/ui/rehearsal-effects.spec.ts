import { TestBed } from '@angular/core/testing';
import { expect, it } from '@jest/globals';
import { words } from '../../../../testing/part';
import { rehearsalOf } from '../testing/change-set';
import { RehearsalEffects } from './rehearsal-effects';

it.each([
  [false, /public\.orders\.id gets another value.*Rows of orders are not undone/],
  [true, /^(?!.*another value).*Rows of orders are not undone/],
])('says what was not rehearsed until it is applied (%s)', async (isApplied, expected) => {
  const fixture = TestBed.createComponent(RehearsalEffects);
  const texts = {
    not_rehearsed: ['public.orders.id gets another value when this is applied.'],
    not_undoable: ['Rows of orders are not undone.'],
  };
  fixture.componentRef.setInput('rehearsal', rehearsalOf(texts));
  fixture.componentRef.setInput('isApplied', isApplied);
  await fixture.whenStable();
  expect(words(fixture.nativeElement as HTMLElement)).toMatch(expected);
});
