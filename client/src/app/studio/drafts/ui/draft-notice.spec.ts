import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { DraftNotice } from './draft-notice';

describe('DraftNotice', () => {
  it('asks which text to keep', async () => {
    const fixture = TestBed.createComponent(DraftNotice);
    const emitted: string[] = [];
    fixture.componentInstance.kept.subscribe(() => emitted.push('mine'));
    fixture.componentInstance.taken.subscribe(() => emitted.push('theirs'));
    fixture.componentRef.setInput('conflict', { updated_at: '2026-05-19T09:41:00Z' });
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    for (const button of page.querySelectorAll('button')) button.click();
    expect(emitted).toEqual(['mine', 'theirs']);
  });

  it('says why a tab is not kept, and asks nothing', async () => {
    const fixture = TestBed.createComponent(DraftNotice);
    fixture.componentRef.setInput('refusal', 'It is too large.');
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    expect(page.textContent).toContain('It is too large.');
    expect(page.querySelectorAll('button')).toHaveLength(0);
  });
});
