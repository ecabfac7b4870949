import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import type { StatementError } from '#libs/api';
import { errorSample } from '../../../../../testing/run-samples';
import { StatementFailure } from './statement-failure';
import type { ErrorPlace } from './statement-failure';

async function render(error: StatementError, place: ErrorPlace | null) {
  const fixture = TestBed.createComponent(StatementFailure);
  fixture.componentRef.setInput('error', error);
  fixture.componentRef.setInput('sql', 'SELECT a\nFORM b');
  fixture.componentRef.setInput('place', place);
  const offsets: number[] = [];
  fixture.componentInstance.goTo.subscribe((offset) => offsets.push(offset));
  await fixture.whenStable();
  return { host: fixture.nativeElement as HTMLElement, offsets };
}

describe('StatementFailure', () => {
  const place = { offset: 49, sentOffset: 9, sql: 'SELECT a\nFORM b', start: { line: 3, column: 5 } };

  it('gives code, message, detail and hint in the words of the database', async () => {
    const { host } = await render(errorSample({ detail: 'Some detail.', hint: 'Some hint.' }), null);
    for (const words of ['42601', 'syntax error at or near "FORM"', 'Some detail.', 'Some hint.']) {
      expect(host.textContent).toContain(words);
    }
  });

  it('marks the word and leads the cursor to it', async () => {
    const { host, offsets } = await render(errorSample(), place);
    expect(host.querySelector('mark')?.textContent).toBe('FORM');
    expect(host.textContent).toContain('Line 4, column 1');
    [...host.querySelectorAll('button')].find((button) => button.textContent.includes('Go to'))?.click();
    expect(offsets).toEqual([49]);
  });

  it('shows the statement, and no way to a place, when the database named none', async () => {
    const { host } = await render(errorSample({ position: null }), null);
    expect(host.querySelector('.sql')?.textContent).toBe('SELECT a FORM b');
    expect(host.textContent).not.toContain('Go to');
  });

  it('shows markup in a message as text', async () => {
    const { host } = await render(errorSample({ message: '<img src=x onerror=alert(1)>' }), null);
    expect(host.querySelector('img')).toBeNull();
  });
});
