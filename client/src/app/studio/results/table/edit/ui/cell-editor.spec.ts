import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { providePage } from '../../../../../../testing/page-set-up';
import { TableEdits } from '../table-edits';
import { CellEditor } from './cell-editor';
import type { CommittedCell } from '../open-cell';

const COLUMN = {
  index: 0,
  column: 'note',
  type: 'text',
  kind: 'text',
  nullable: true,
  has_default: false,
  is_writable: true,
} as const;
const BOX = { left: 0, top: 0, width: 200, height: 24, isLow: false, isRight: false };

describe('CellEditor', () => {
  beforeEach(() => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: [...providePage(), TableEdits] });
  });

  it.each([
    ['text', 'a\r\nb', 'a\r\nb!'],
    ['text', 'a\r\nb\nc', 'a\r\nb\nc!'],
    ['array', '{"l1\nl2",b}', '{"l1\nl2",b}!'],
    ['other', 'a\nb', 'a\nb!'],
  ] as const)('keeps the line ends of %s %j', async (kind, value, expected) => {
    const fixture = TestBed.createComponent(CellEditor);
    const column = { ...COLUMN, kind, type: kind };
    const cell = { id: 1, row: [value], rowIndex: 0, index: 0, column, value, typed: null, invalid: null };
    fixture.componentRef.setInput('cell', cell);
    fixture.componentRef.setInput('box', BOX);
    const committed: CommittedCell[] = [];
    fixture.componentInstance.committed.subscribe((one) => committed.push(one));
    await fixture.whenStable();
    const field = (fixture.nativeElement as HTMLElement).querySelector<HTMLTextAreaElement>('.field');
    if (field === null) throw new Error('No field');
    field.value += '!';
    field.dispatchEvent(new Event('input'));
    for (let time = 0; time < 2; time += 1)
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(committed.map((one) => one.value)).toEqual([expected]);
  });
});
