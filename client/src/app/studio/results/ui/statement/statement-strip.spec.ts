import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { errorSample, runSample, statementSample } from '../../../../../testing/run-samples';
import { StatementStrip } from './statement-strip';

describe('StatementStrip', () => {
  let fixture: ComponentFixture<StatementStrip>;
  let chosen: number[];

  beforeEach(async () => {
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
