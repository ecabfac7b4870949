import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { TabsStore } from '../../../tabs/tabs.store';
import { ColumnLayoutsStore } from './column-layouts.store';

const LAYOUT = { shape: 's', columns: [{ index: 0, width: 80, isShown: true, isPinned: true }] };

function stores() {
  TestBed.resetTestingModule();
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  const tabs = TestBed.inject(TabsStore);
  const layouts = TestBed.inject(ColumnLayoutsStore);
  TestBed.tick();
  return { tabs, layouts };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('keeps layouts of each tab over a reload, until they are forgotten', () => {
  const { tabs, layouts } = stores();
  const [one, other] = [tabs.open(), tabs.open()];
  layouts.remember(one, LAYOUT);
  expect([layouts.find(one, 's', 1), layouts.find(other, 's', 1)]).toEqual([LAYOUT, null]);
  tabs.flush();
  const again = stores().layouts;
  expect(again.find(one, 's', 1)).toEqual(LAYOUT);
  again.forget(one, 's');
  expect(again.find(one, 's', 1)).toBeNull();
});

it('forgets those of a closed tab', () => {
  const { tabs, layouts } = stores();
  const id = tabs.open();
  layouts.remember(id, LAYOUT);
  TestBed.tick();
  tabs.close(id);
  TestBed.tick();
  expect(layouts.find(id, 's', 1)).toBeNull();
});

it('is empty where the browser keeps nonsense', () => {
  localStorage.setItem('dw.studio.columns', '{"a":[{"shape":1}]}');
  const { tabs, layouts } = stores();
  expect(layouts.find(tabs.open(), 's', 1)).toBeNull();
});
