import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { newDraft } from './pipeline-draft';
import { PipelinesApi } from './pipelines-api';
import { PreviewRequest } from './preview-request';

const ADDRESS = '/api/pipelines/preview';
const table = (name: string) => ({
  name,
  columns: [{ name: 'i', type: 'INTEGER' }],
  row_count: 1,
  notes: [],
  error: null,
});

describe('the preview of a pipeline', () => {
  let preview: PreviewRequest;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
    preview = new PreviewRequest(TestBed.inject(PipelinesApi));
  });

  async function answer(...names: string[]): Promise<void> {
    requestTo('POST', ADDRESS).flush({ tables: names.map(table), rows: [['1']] });
    await settle();
  }

  it('has the tables up to the requested one, and the rows of that one', async () => {
    void preview.load(newDraft('shop'), 'step');
    expect(preview.running()).toBe('step');
    await answer('input', 'step');
    expect(preview.running()).toBeNull();
    expect(preview.tableOf('input')).toEqual(table('input'));
    expect(preview.tableOf('other')).toBeNull();
    expect([preview.rowsOf('input'), preview.rowsOf('step')]).toEqual([[], [['1']]]);
  });

  it('keeps the failure until the next request', async () => {
    void preview.load(newDraft('shop'), 'input');
    const problem = problemDocument('internal-error', 'r1', 'The engine stopped.');
    requestTo('POST', ADDRESS).flush(problem, { status: 500, statusText: 'Failed' });
    await settle();
    expect(preview.failure()?.detail).toBe('The engine stopped.');
    void preview.load(newDraft('shop'), 'input');
    expect(preview.failure()).toBeNull();
  });

  it('stops the request under way, on demand and for the next one', () => {
    void preview.load(newDraft('shop'), 'input');
    const first = requestTo('POST', ADDRESS);
    void preview.load(newDraft('shop'), 'step');
    expect([first.cancelled, preview.running()]).toEqual([true, 'step']);
    const second = requestTo('POST', ADDRESS);
    preview.cancel();
    expect([second.cancelled, preview.running()]).toEqual([true, null]);
  });

  it.each([true, false])('resets, keeping the tables: %s', async (keepsTables) => {
    void preview.load(newDraft('shop'), 'input');
    await answer('input');
    preview.reset(keepsTables);
    expect(preview.tableOf('input') !== null).toBe(keepsTables);
  });
});
