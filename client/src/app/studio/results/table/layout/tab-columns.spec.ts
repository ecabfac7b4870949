import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { expect, it } from '@jest/globals';
import { columnSample } from '../../../../../testing/run-samples';
import { TabColumns } from './tab-columns';

it('remembers how far the same columns were scrolled, for each tab', () => {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting(), TabColumns] });
  const places = TestBed.inject(TabColumns);
  const [wide, other] = [[columnSample('a'), columnSample('b')], [columnSample('a')]];
  places.tabId.set('first');
  places.rememberLeftmost(wide, 'c1');
  expect([places.leftmost(wide), places.leftmost([...wide]), places.leftmost(other)]).toEqual(['c1', 'c1', null]);
  places.tabId.set('second');
  expect(places.leftmost(wide)).toBeNull();
  places.tabId.set('first');
  places.rememberLeftmost(wide, null);
  expect(places.leftmost(wide)).toBeNull();
});
