import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stageInserts } from '#libs/changes';
import { answerAll, providePage, settle } from '../../../../testing/page-set-up';
import { TabsStore } from '../../tabs/tabs.store';
import { TabEdits } from '../tab-edits';
import { ReviewKey } from './review-key';

@Component({ imports: [ReviewKey], template: '<div dwReviewKey><button type="button">Undo edit</button></div>' })
class Host {}

describe('ReviewKey', () => {
  beforeEach(() => void TestBed.configureTestingModule({ providers: providePage() }));
  afterEach(() => void TestBed.resetTestingModule());

  function press(change: KeyboardEventInit = {}): boolean {
    const fixture = TestBed.createComponent(Host);
    const button = (fixture.nativeElement as HTMLElement).querySelector('button');
    const init = { key: 'Enter', ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true, ...change };
    return button?.dispatchEvent(new KeyboardEvent('keydown', init)) === false;
  }

  function stage(): void {
    const id = TestBed.inject(TabsStore).open({ sql: 'DELETE FROM orders', connectionId: 'shop' });
    TestBed.inject(TabEdits).update(id, 'shop', (staging) =>
      stageInserts(staging, { schema: 'public', table: 'orders' }, [{ note: 'new' }]),
    );
  }

  it('reviews what is staged, whatever has the focus', async () => {
    stage();
    expect(press()).toBe(true);
    await settle();
    expect(answerAll('POST', '/api/changes', {})).toBe(1);
  });

  it('leaves the key where nothing is staged, and other keys', () => {
    expect(press()).toBe(false);
    stage();
    expect(press({ shiftKey: false })).toBe(false);
  });
});
