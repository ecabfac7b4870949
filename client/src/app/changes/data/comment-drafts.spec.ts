import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { UnsavedForms } from '../../shared/unsaved/unsaved-forms';
import { CommentDrafts } from './comment-drafts';

describe('CommentDrafts', () => {
  let drafts: CommentDrafts;
  const discardText = (): string | null => TestBed.inject(UnsavedForms).discardText();

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [CommentDrafts] });
    drafts = TestBed.inject(CommentDrafts);
  });

  it('keeps a comment for each change set, and names those that are not sent', () => {
    expect(discardText()).toBeNull();
    drafts.keep({ id: 'a', title: 'New prices' }, 'Why 10');
    expect([drafts.text('a'), drafts.text('b')]).toEqual(['Why 10', '']);
    drafts.keep({ id: 'b', title: 'Old tents' }, 'Sold');
    expect(discardText()).toBe('Unsaved changes in the comment on New prices and Old tents are lost.');
    drafts.drop('a');
    expect([drafts.text('a'), drafts.text('b')]).toEqual(['', 'Sold']);
    expect(discardText()).toBe('Unsaved changes in the comment on Old tents are lost.');
  });

  it('discards a text without words unasked', () => {
    drafts.keep({ id: 'a', title: 'New prices' }, 'Why');
    drafts.keep({ id: 'a', title: 'New prices' }, ' \n');
    expect(discardText()).toBeNull();
  });
});
