import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Snippet } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { SnippetsPage } from './snippets-page';

const SNIPPETS = '/api/settings/snippets';
const snippet: Snippet = { name: 'today', text: 'SELECT current_date' };

describe('SnippetsPage', () => {
  let part: Part<SnippetsPage>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    part = await Part.show(SnippetsPage);
    requestTo('GET', SNIPPETS).flush({ items: [snippet], next_cursor: null });
    await part.settled();
  });
  afterEach(() => Part.clear());

  it('asks once before it deletes one on a double click', async () => {
    const remove = [...part.element.querySelectorAll('button')].find(
      (button) => button.getAttribute('aria-label') === 'Delete today',
    );
    remove?.click();
    remove?.click();
    await part.settled();
    expect(document.querySelectorAll('.cdk-dialog-container')).toHaveLength(1);
  });

  it('keeps the snippets where they cannot be read again, and says so', async () => {
    await part.press('Delete today');
    await part.press('Delete');
    requestTo('DELETE', `${SNIPPETS}/today`).flush(null);
    await part.settled();
    requestTo('GET', SNIPPETS).flush(problemDocument('internal-error', 'r', 'Disk full'), {
      ...{ status: 500, statusText: '' },
    });
    await part.settled();
    expect(words(part.element.querySelector('dw-load-state'))).toBe(
      'This list may be out of date. Disk full Try again',
    );
  });
});
