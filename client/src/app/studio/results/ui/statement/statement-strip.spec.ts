import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { errorSample, runSample, statementSample } from '../../../../../testing/run-samples';
import { words } from '../../../../../testing/part';
import { StatementStrip } from './statement-strip';

describe('StatementStrip', () => {
  let fixture: ComponentFixture<StatementStrip>;
  let chosen: number[];
  /** The words of the elements that were scrolled into sight. */
  let shown: string[];

  beforeEach(async () => {
    shown = [];
    // The browser of unit tests has no layout.
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(words(this));
    };
    const none = { columns: null, rows: [], row_count: null };
    const { statements } = runSample([
      statementSample({ ...none, command: 'INSERT', affected_rows: 3 }),
      statementSample({ ...none, command: null, status: 'failed', error: errorSample() }),
      statementSample({ ...none, command: null, status: 'not_run' }),
    ]);
    fixture = TestBed.createComponent(StatementStrip);
    fixture.componentRef.setInput('statements', statements);
    fixture.componentRef.setInput('selected', 1);
    chosen = [];
    fixture.componentInstance.chosen.subscribe((index) => chosen.push(index));
    await fixture.whenStable();
  });

  it('brings the selected statement into sight, and not again while its run goes on', async () => {
    const { statements } = runSample(Array.from({ length: 30 }, () => statementSample()));
    fixture.componentRef.setInput('statements', statements.slice(0, 29));
    fixture.componentRef.setInput('selected', 28);
    await fixture.whenStable();
    expect(shown.at(-1)).toMatch(/^29/);
    const before = shown.length;
    fixture.componentRef.setInput('statements', [...statements.slice(0, 29)]);
    await fixture.whenStable();
    expect(shown).toHaveLength(before);
    fixture.componentRef.setInput('statements', statements);
    fixture.componentRef.setInput('selected', 29);
    await fixture.whenStable();
    expect(shown.at(-1)).toMatch(/^30/);
  });

  it('marks statements with messages of the database', async () => {
    const notice = (severity: string) => ({ severity, message: 'm', sqlstate: null, detail: null, hint: null });
    const { statements } = runSample([
      statementSample({ notices: [notice('NOTICE')] }),
      statementSample({ notices: [notice('NOTICE'), notice('WARNING')] }),
      statementSample(),
    ]);
    fixture.componentRef.setInput('statements', statements);
    await fixture.whenStable();
    const marks = tabs().map((tab) => tab.querySelector('.messages'));
    expect(marks.map((mark) => mark && [words(mark), mark.classList.contains('warn')])).toEqual([
      ['1 1 message', false],
      ['2 2 messages', true],
      null,
    ]);
  });

  function tabs(): HTMLElement[] {
    return [...(fixture.nativeElement as HTMLElement).querySelectorAll<HTMLElement>('[role="tab"]')];
  }

  it('says of each statement what it is and what became of it', () => {
    const texts = tabs().map((tab) => tab.textContent.replace(/\s+/g, ''));
    expect(texts).toEqual(['1INSERT3rowsaffected', '2SELECTFailed', '3SELECTNotrun']);
  });

  it('has one Tab stop, on the selected statement', () => {
    expect(tabs().map((tab) => [tab.tabIndex, tab.getAttribute('aria-selected')])).toEqual([
      [-1, 'false'],
      [0, 'true'],
      [-1, 'false'],
    ]);
  });

  it.each([
    ['ArrowRight', [2]],
    ['ArrowLeft', [0]],
    ['Home', [0]],
    ['End', [2]],
    ['a', []],
  ])('%s chooses %j', (key, indexes) => {
    tabs()[1]?.dispatchEvent(new KeyboardEvent('keydown', { key }));
    expect(chosen).toEqual(indexes);
  });

  it('chooses the clicked statement', () => {
    tabs()[0]?.click();
    expect(chosen).toEqual([0]);
  });
});
