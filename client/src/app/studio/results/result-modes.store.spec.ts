import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ResultModesStore } from './result-modes.store';
import { TabsStore } from '../tabs/tabs.store';

function stores() {
  TestBed.resetTestingModule();
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  const tabs = TestBed.inject(TabsStore);
  const modes = TestBed.inject(ResultModesStore);
  TestBed.tick();
  return { tabs, modes };
}
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the mode of a tab', () => {
  it('is the table until another one is chosen, each tab for itself, over a reload', () => {
    const { tabs, modes } = stores();
    const [one, other] = [tabs.open(), tabs.open()];
    modes.choose(one, 'map');
    expect([modes.of(one), modes.of(other)]).toEqual(['map', 'table']);
    tabs.flush();
    expect(stores().modes.of(one)).toBe('map');
  });

  it('goes with its tab', () => {
    const { tabs, modes } = stores();
    const id = tabs.open();
    modes.choose(id, 'json');
    TestBed.tick();
    tabs.close(id);
    TestBed.tick();
    expect(modes.of(id)).toBe('table');
  });

  it('is the table where the browser keeps nonsense', () => {
    localStorage.setItem('dw.studio.modes', '[1,2]');
    const { tabs, modes } = stores();
    expect(modes.of(tabs.open())).toBe('table');
  });
});
