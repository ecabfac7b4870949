import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { providePage } from '../../../../testing/page-set-up';
import { PageCommands } from '../../commands/ui/page-commands';
import { TabsStore } from '../../tabs/tabs.store';
import { ActiveEditor } from '../active-editor';
import { EditorPane } from './editor-pane';

// The simulated page has no timeline.
Object.defineProperty(performance, 'mark', { configurable: true, value: () => undefined });

describe('EditorPane, as long as the editor is not there', () => {
  let fixture: ComponentFixture<EditorPane>;
  let tabs: TabsStore;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [...providePage(), ActiveEditor, PageCommands] });
    tabs = TestBed.inject(TabsStore);
  });
  afterEach(() => void TestBed.resetTestingModule());

  async function show(sql: string): Promise<HTMLTextAreaElement> {
    tabs.open({ sql });
    fixture = TestBed.createComponent(EditorPane);
    await render();
    const field = (fixture.nativeElement as HTMLElement).querySelector('textarea');
    if (field === null) throw new Error('There is no field.');
    return field;
  }

  async function render(): Promise<void> {
    fixture.componentRef.setInput('tab', tabs.active());
    await fixture.whenStable();
  }

  it('runs what is selected, and the statement at the cursor', async () => {
    const field = await show('SELECT 1;\nSELECT 2;\nSELECT 3;');
    field.setSelectionRange(10, 18);
    expect(fixture.componentInstance.usualText()).toEqual({
      sql: 'SELECT 2',
      offset: 10,
      start: { line: 2, column: 1 },
    });
    field.setSelectionRange(25, 25);
    expect(fixture.componentInstance.statementText()?.sql).toBe('SELECT 3');
    expect(fixture.componentInstance.usualText().sql).toBe(tabs.active()?.sql);
  });

  it.each([
    ['12 ends with a return', '\r\n'.repeat(12) + '\n'.repeat(16)],
    ['28 of 40 ends with a return', '\r\n'.repeat(28) + '\n'.repeat(12)],
    ['lone returns', '\r'.repeat(9) + '\n'.repeat(16)],
  ])('finds the statement of the cursor in a text with %s', async (_case, blank) => {
    const field = await show(`${blank}DELETE FROM orders WHERE id < 1000;\nSELECT 1;\nSELECT 2;`);
    const at = field.value.indexOf('SELECT 1') + 3;
    field.setSelectionRange(at, at);
    const found = fixture.componentInstance.statementText();
    expect([found?.sql, found?.start]).toEqual(['SELECT 1', { line: field.value.split('\n').length - 1, column: 1 }]);
  });

  it('types at the cursor, in the place of a statement, and keeps the line ends', async () => {
    const field = await show('SELECT 1;\r\n\r\nSELECT 2;\r\n');
    field.setSelectionRange(10, 10);
    fixture.componentInstance.insert('TABLE a;\n');
    expect(tabs.active()?.sql).toBe('SELECT 1;\r\nTABLE a;\r\n\r\nSELECT 2;\r\n');
    await render();
    field.setSelectionRange(24, 24);
    fixture.componentInstance.replaceChosen('SELECT 3');
    expect(tabs.active()?.sql).toBe('SELECT 1;\r\nTABLE a;\r\n\r\nSELECT 3;\r\n');
  });

  it('moves the cursor and reports it', async () => {
    const field = await show('SELECT 1;\r\nSELECT 2;');
    fixture.componentInstance.goTo(11);
    document.dispatchEvent(new Event('selectionchange'));
    expect([field.selectionStart, tabs.active()?.cursor]).toEqual([10, 11]);
  });

  it('reads the tab in front, though it is not rendered yet', async () => {
    await show('SELECT 1');
    tabs.open({ sql: 'SELECT 2' });
    expect(fixture.componentInstance.usualText().sql).toBe('SELECT 2');
  });
});
