import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stageInserts } from '#libs/changes';
import { providePage } from '../../../../testing/page-set-up';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { TabsStore } from '../../tabs/tabs.store';
import { TabEdits } from '../tab-edits';
import { StagedBar } from './staged-bar';

describe('StagedBar', () => {
  let edits: TabEdits;
  let id: string;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    id = TestBed.inject(TabsStore).open({ sql: 'SELECT 1', connectionId: 'shop' });
    edits = TestBed.inject(TabEdits);
    add('shop', 'first');
    const fixture = TestBed.createComponent(StagedBar);
    await fixture.whenStable();
    const buttons = [...(fixture.nativeElement as HTMLElement).querySelectorAll('button')];
    buttons.find((one) => one.textContent.includes('Discard'))?.click();
  });
  afterEach(() => void TestBed.resetTestingModule());

  function add(connectionId: string, note: string): void {
    edits.update(id, connectionId, (staging) =>
      stageInserts(staging, { schema: 'public', table: 'orders' }, [{ note }]),
    );
  }

  function undo(): void {
    TestBed.inject(Toasts)
      .messages()
      .find(({ title }) => title.startsWith('Discarded'))
      ?.action?.run();
  }

  function notes(connectionId: string): unknown[] {
    return [...edits.of(id, connectionId).rows.values()].map((edit) => edit.kind === 'insert' && edit.values['note']);
  }

  it('brings discarded edits back', () => {
    expect(notes('shop')).toEqual([]);
    undo();
    expect(notes('shop')).toEqual(['first']);
  });

  it('names the table of the changes, or how many there are', async () => {
    undo();
    const fixture = TestBed.createComponent(StagedBar);
    await fixture.whenStable();
    const status = () => (fixture.nativeElement as HTMLElement).querySelector('[role=status]')?.textContent;
    expect(status()).toBe('1 change in 1 row of orders');
    edits.update(id, 'shop', (staging) =>
      stageInserts(staging, { schema: 'archive', table: 'orders' }, [{ note: 'old' }]),
    );
    await fixture.whenStable();
    expect(status()).toBe('2 changes in 2 rows of 2 tables');
  });

  it('leaves an edit alone that was staged since', () => {
    add('shop', 'second');
    undo();
    expect(notes('shop')).toEqual(['second', 'first']);
  });

  it('leaves edits for another connection alone, and says why', () => {
    add('lake', 'elsewhere');
    undo();
    expect([notes('lake'), notes('shop')]).toEqual([['elsewhere'], []]);
    expect(TestBed.inject(Toasts).messages()[0]?.text).toContain('another connection');
  });
});
