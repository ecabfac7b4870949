import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { savedQuerySample } from '../../../../testing/saved-query-samples';
import { TabsStore } from '../../tabs/tabs.store';
import { SavedSection } from './saved-section';

const QUERIES = '/api/studio/queries';

describe('SavedSection', () => {
  let fixture: ComponentFixture<SavedSection>;

  beforeEach(async () => {
    TestBed.resetTestingModule();
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: providePage() });
    fixture = TestBed.createComponent(SavedSection);
    document.body.append(fixture.nativeElement as HTMLElement);
    await fixture.whenStable();
  });

  const page = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const rows = (): HTMLElement[] => [...page().querySelectorAll<HTMLElement>('li > .name')];

  async function show(...names: string[]): Promise<void> {
    const items = names.map((name, index) => savedQuerySample({ id: `q${index}`, name }));
    answerAll('GET', QUERIES, { items, next_cursor: null });
    await settle();
    await fixture.whenStable();
  }

  it('says how to fill it while it is empty', async () => {
    await show();
    expect(page().textContent).toContain('Save a query with');
  });

  it('says what went wrong and tries again', async () => {
    requestTo('GET', QUERIES).flush(problemDocument('internal-error', 'r'), { status: 500, statusText: '' });
    await settle();
    await fixture.whenStable();
    expect(page().textContent).toContain("Couldn't load saved queries");
    [...page().querySelectorAll('button')].find(({ textContent }) => textContent.includes('Try again'))?.click();
    await show('Orders');
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Orders')]);
  });

  it('has the focus in the search as soon as it is opened, before the next key', async () => {
    await show('a');
    page().querySelector<HTMLElement>('[aria-label="Search saved queries"]')?.click();
    expect(document.activeElement).toBe(page().querySelector('input[type=search]'));
  });

  it('has one Tab stop; arrows walk the list', async () => {
    await show('a', 'b', 'c');
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    rows()[0]?.focus();
    rows()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
    await fixture.whenStable();
    expect(document.activeElement).toBe(rows()[2]);
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  });

  it('opens a query in a tab and marks it as the open one', async () => {
    await show('a', 'b');
    rows()[1]?.click();
    await fixture.whenStable();
    expect(TestBed.inject(TabsStore).active()?.title).toBe('b');
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
  });

  it('removes the row in focus with Delete', async () => {
    await show('a', 'b');
    rows()[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }));
    requestTo('DELETE', `${QUERIES}/q1`).flush(null);
    await settle();
    await show('a');
    expect(rows()).toHaveLength(1);
  });
});
