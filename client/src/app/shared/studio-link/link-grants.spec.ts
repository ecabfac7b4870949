import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { RouterLink } from '@angular/router';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LINK_GRANT_MS, studioAddress } from '#libs/studio-link';
import type { StudioLink } from '#libs/studio-link';
import { providePage } from '../../../testing/page-set-up';
import { LinkGrants } from './link-grants';
import { RunsInStudio } from './runs-in-studio';

const LINK: StudioLink = {
  ...{ connectionId: 'shop', sql: 'SELECT 1', title: 'Stores', isRun: true },
  ...{ isMap: true, mapColumn: null, mode: null, chart: null, parameters: null },
};

@Component({
  imports: [RouterLink, RunsInStudio],
  template: `<a dwRunsInStudio routerLink="/studio" [queryParams]="query()"><b>Open in map</b></a>`,
})
class Page {
  readonly query = signal({ connection: 'shop', sql: 'SELECT 1', map: '1', title: 'Stores' });
}

describe('a link of the workbench', () => {
  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  function click(type: string, init: MouseEventInit): void {
    const fixture = TestBed.createComponent(Page);
    fixture.detectChanges();
    const inner = (fixture.nativeElement as HTMLElement).querySelector('b');
    inner?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...init }));
  }
  /** Another tab has the storage of this one and nothing of its memory. */
  function inNewTab(): LinkGrants {
    const stored = Object.entries(localStorage) as [string, string][];
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: providePage() });
    for (const [key, value] of stored) localStorage.setItem(key, value);
    return TestBed.inject(LinkGrants);
  }

  it('may run once in the tab in which it was followed, and in no other', () => {
    click('click', {});
    const grants = TestBed.inject(LinkGrants);
    expect([grants.take({ ...LINK, sql: 'SELECT 2' }), grants.take(LINK), grants.take(LINK)]).toEqual([
      false,
      true,
      false,
    ]);
    click('click', {});
    expect(inNewTab().take(LINK)).toBe(false);
  });

  it.each<[string, string, MouseEventInit]>([
    ['the middle button', 'auxclick', { button: 1 }],
    ['Ctrl', 'click', { ctrlKey: true }],
    ['Command', 'click', { metaKey: true }],
    ['Shift', 'click', { shiftKey: true }],
  ])('may run once in the tab that %s opens', (_, type, init) => {
    click(type, init);
    const grants = inNewTab();
    expect([grants.take(LINK), grants.take(LINK)]).toEqual([true, false]);
  });

  it('may not run when only its menu was opened, or nothing was followed', () => {
    click('auxclick', { button: 2 });
    expect(TestBed.inject(LinkGrants).take(LINK)).toBe(false);
    expect(inNewTab().take(LINK)).toBe(false);
  });

  it('may not run later', () => {
    click('click', {});
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + LINK_GRANT_MS + 1);
    expect(TestBed.inject(LinkGrants).take(LINK)).toBe(false);
  });

  it('may not run by storage that holds something else', () => {
    const grants = TestBed.inject(LinkGrants);
    grants.issue(LINK, 'new tab');
    const [key] = Object.keys(localStorage).filter((name) => name.includes('link-grants'));
    for (const spoilt of ['{}', 'x', '[null]', JSON.stringify([{ address: studioAddress(LINK) }])]) {
      localStorage.setItem(key ?? '', spoilt);
      expect(grants.take(LINK)).toBe(false);
    }
  });
});
