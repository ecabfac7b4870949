import { TestBed } from '@angular/core/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { providePage } from '../../../../testing/page-set-up';
import { Part } from '../../../../testing/part';
import { HistorySection } from './history-section';

describe('HistorySection', () => {
  afterEach(() => Part.clear());

  it('empties its search on Escape, which goes no further', async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    const section = await Part.show(HistorySection);
    await section.type('Search history', 'orders');
    let passed = 0;
    section.element.addEventListener('keydown', () => (passed += 1));
    const field = section.control('Search history');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect([field.value, passed]).toEqual(['', 0]);
  });
});
