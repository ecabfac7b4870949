import type { IHeaderParams } from 'ag-grid-community';
import { describe, expect, it } from '@jest/globals';
import { GridHeader, type HeaderType } from './grid-header';

describe('the head of a column', () => {
  it.each([
    [true, 'total numeric'],
    [false, 'total numeric\nSorting needs all rows.'],
  ])('where sorting is possible: %s', (enableSorting, title) => {
    const head = new GridHeader();
    head.init({ displayName: 'total', type: 'numeric', enableSorting } as IHeaderParams & HeaderType);
    expect(head.getGui().textContent).toBe('totalnumeric');
    expect(head.getGui().title).toBe(title);
  });

  it('keeps a name on one line, with a mark for a line break', () => {
    const head = new GridHeader();
    head.init({ displayName: 'a\nb', type: 'text', enableSorting: true } as IHeaderParams & HeaderType);
    expect(head.getGui().textContent).toBe('a↵btext');
  });

  it('says so no more once all rows are there', () => {
    const params = { displayName: 'total', type: 'numeric' } as IHeaderParams & HeaderType;
    const head = new GridHeader();
    head.init({ ...params, enableSorting: false });
    head.refresh({ ...params, enableSorting: true });
    expect(head.getGui().title).toBe('total numeric');
  });
});
