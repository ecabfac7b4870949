import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import type { TestRequest } from '@angular/common/http/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pipeline } from '#libs/api';
import { problemDocument } from '#libs/problem';
import type { ProblemCode } from '#libs/problem';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { dialogText, Part, words } from '../../testing/part';
import { Toasts } from '../shared/ui/toast/toasts';
import { DataPage } from './data-page';

const PATH = '/api/pipelines';

function pipeline(change: Partial<Pipeline> = {}): Pipeline {
  return {
    ...{ id: 'p', name: 'Orders', version: 1, created_at: '', updated_at: '', owner: { id: 'local', name: 'local' } },
    definition: {
      inputs: [{ name: 'input', kind: 'query', connection_id: 'shop', sql: 'SELECT 1' }],
      steps: [],
      output: { from: 'input', format: 'parquet', name: 'output' },
    },
    ...change,
  };
}

describe('the page of the pipelines', () => {
  let part: Part<DataPage>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    part = await Part.show(DataPage);
    await answerList(pipeline());
  });
  afterEach(() => Part.clear());

  const name = (): HTMLInputElement => part.control('Name of the pipeline');
  const bar = (): string => words(part.element.querySelector('.bar [role=status]'));
  const button = (text: string): HTMLElement | undefined =>
    [...part.element.querySelectorAll<HTMLElement>('.bar button')].find((one) => words(one) === text);
  const toasts = (): string[] =>
    TestBed.inject(Toasts)
      .messages()
      .map(({ title }) => title);
  const requests = (method: string, url: string): TestRequest[] =>
    TestBed.inject(HttpTestingController).match((request) => request.method === method && request.url === url);

  async function answerList(...items: Pipeline[]): Promise<void> {
    answerAll('GET', PATH, { items, next_cursor: null });
    await part.settled();
  }

  it('keeps what is typed while it is being saved, and is not saved then', async () => {
    await part.type('Name of the pipeline', 'Orders A');
    await part.press('Save');
    expect(bar()).toBe('Saving…');
    await part.type('Name of the pipeline', 'Orders AB');
    requestTo('PUT', `${PATH}/p`).flush(pipeline({ name: 'Orders A', version: 2 }));
    await part.settled();
    await answerList(pipeline({ name: 'Orders A', version: 2 }));
    expect([name().value, bar()]).toEqual(['Orders AB', 'Not saved']);
    await part.press('Save');
    const second = requestTo('PUT', `${PATH}/p`);
    expect(second.request.body).toMatchObject({ name: 'Orders AB', version: 2 });
    second.flush(pipeline({ name: 'Orders AB', version: 3 }));
    await part.settled();
    await answerList(pipeline({ name: 'Orders AB', version: 3 }));
    expect(bar()).toBe('');
  });

  it('saves the table of the output that is chosen, also after a name was typed through that of another', async () => {
    await part.press('Step');
    await part.press('Step');
    for (const typed of ['step_', 'step', 'step_', 'step_f']) await part.type('Name of step 2', typed);
    const table = part.control('Table of the output');
    const chosen = (): string => words(table.querySelector('option:checked'));
    expect(chosen()).toBe('step_f');
    await part.type('Table of the output', '1');
    expect(chosen()).toBe('step');
    await part.press('Save');
    const { definition } = requestTo('PUT', `${PATH}/p`).request.body as Pipeline;
    expect(definition.output).toEqual({ from: 'step', format: 'parquet', name: 'output' });
  });

  it('names the saving that a run of unsaved edits begins with', async () => {
    expect([button('Run now'), button('Save and run')]).toEqual([expect.anything(), undefined]);
    await part.type('Name of the pipeline', 'Orders A');
    expect([button('Run now'), button('Save and run')]).toEqual([undefined, expect.anything()]);
    await part.press('Save and run');
    requestTo('PUT', `${PATH}/p`).flush(pipeline({ name: 'Orders A', version: 2 }));
    await part.settled();
    await answerList(pipeline({ name: 'Orders A', version: 2 }));
    expect(requests('POST', '/api/scheduler/jobs/pipeline')).toHaveLength(1);
    expect(button('Run now')).toBeDefined();
  });

  it('saves and runs once on a double click', async () => {
    await part.type('Name of the pipeline', 'Orders A');
    button('Save')?.click();
    button('Save')?.click();
    button('Save and run')?.click();
    await part.settled();
    const saves = requests('PUT', `${PATH}/p`);
    expect(saves).toHaveLength(1);
    saves[0]?.flush(pipeline({ name: 'Orders A', version: 2 }));
    await part.settled();
    await answerList(pipeline({ name: 'Orders A', version: 2 }));
    button('Run now')?.click();
    button('Run now')?.click();
    await part.settled();
    expect(button('Run now')?.getAttribute('aria-busy')).toBe('true');
    expect(requests('POST', '/api/scheduler/jobs/pipeline')).toHaveLength(1);
  });

  const failed = (code: ProblemCode, status: number): [object, { status: number; statusText: string }] => [
    problemDocument(code, 'r', 'Why'),
    { status, statusText: '' },
  ];

  it('offers the newer version where another tab has saved one, and asks before edits are lost', async () => {
    await part.type('Name of the pipeline', 'Mine');
    await part.press('Save');
    requestTo('PUT', `${PATH}/p`).flush(...failed('changed-meanwhile', 409));
    await part.settled();
    await answerList(pipeline({ name: 'Theirs', version: 2 }));
    expect([name().value, words(part.element.querySelector('nav'))]).toEqual(['Mine', 'Theirs']);
    await part.type('Name of the pipeline', 'Mine too');
    await part.press('Load the newer version');
    await part.press('Keep editing');
    expect(name().value).toBe('Mine too');
    await part.press('Load the newer version');
    await part.press('Discard changes');
    requestTo('GET', `${PATH}/p`).flush(pipeline({ name: 'Theirs', version: 3 }));
    await part.settled();
    await part.type('Name of the pipeline', 'Ours');
    await part.press('Save');
    expect(requestTo('PUT', `${PATH}/p`).request.body).toMatchObject({ name: 'Ours', version: 3 });
  });

  it('opens a pipeline as it is now, not as the list has it', async () => {
    await part.press('Orders');
    requestTo('GET', `${PATH}/p`).flush(pipeline({ name: 'Newer', version: 7 }));
    await part.settled();
    expect(name().value).toBe('Newer');
  });

  describe('with two pipelines', () => {
    const visits = pipeline({ id: 'v', name: 'Visits' });
    const sales = pipeline({ id: 's', name: 'Sales' });

    beforeEach(async () => {
      await part.press('Delete the pipeline');
      await part.press('Delete pipeline');
      requestTo('DELETE', `${PATH}/p`).flush(null);
      await part.settled();
      await answerList(visits, sales);
    });

    it('opens the one that was clicked last, whichever answers first', async () => {
      await part.press('Visits');
      await part.press('Sales');
      requestTo('GET', `${PATH}/v`).flush(visits);
      await part.settled();
      requestTo('GET', `${PATH}/s`).flush(sales);
      await part.settled();
      expect(name().value).toBe('Sales');

      await part.press('Visits');
      await part.press('Sales');
      requestTo('GET', `${PATH}/s`).flush(sales);
      await part.settled();
      requestTo('GET', `${PATH}/v`).flush(...failed('internal-error', 500));
      await part.settled();
      expect([name().value, toasts()]).toEqual(['Sales', []]);
    });

    it('asks again where something was typed while the one that was clicked is read', async () => {
      await part.press('Sales');
      await part.type('Name of the pipeline', 'Visits of May');
      requestTo('GET', `${PATH}/s`).flush(sales);
      await part.settled();
      expect([dialogText(), name().value]).toEqual([expect.stringContaining('Visits of May'), 'Visits of May']);
      await part.press('Keep editing');
      expect(name().value).toBe('Visits of May');
      await part.press('Sales');
      await part.press('Discard changes');
      requestTo('GET', `${PATH}/s`).flush(sales);
      await part.settled();
      expect([dialogText(), name().value]).toEqual(['', 'Sales']);
    });
  });

  it('does not bring a deleted pipeline back from a list that was read before', async () => {
    await part.type('Name of the pipeline', 'Orders A');
    await part.press('Save');
    requestTo('PUT', `${PATH}/p`).flush(pipeline({ name: 'Orders A', version: 2 }));
    await part.settled();
    const [older] = requests('GET', PATH);
    await part.press('Delete the pipeline');
    await part.press('Delete pipeline');
    requestTo('DELETE', `${PATH}/p`).flush(null);
    await part.settled();
    older?.flush({ items: [pipeline({ name: 'Orders A', version: 2 })], next_cursor: null });
    await part.settled();
    expect(part.text).toContain('No pipelines yet');
    await answerList();
    expect(part.text).toContain('No pipelines yet');
  });

  it('saves again, as a new one, what was deleted elsewhere', async () => {
    await part.type('Name of the pipeline', 'Mine');
    await part.press('Save');
    requestTo('PUT', `${PATH}/p`).flush(...failed('pipeline-not-found', 404));
    await part.settled();
    await answerList();
    expect([name().value, bar()]).toEqual(['Mine', 'Not saved']);
    expect(part.text).toContain('The pipeline was deleted elsewhere. Save it to make it again.');
    await part.press('Save');
    expect(requestTo('POST', PATH).request.body).toMatchObject({ name: 'Mine' });
  });

  it('takes one that was deleted elsewhere out of the list', async () => {
    await part.press('Delete the pipeline');
    await part.press('Delete pipeline');
    requestTo('DELETE', `${PATH}/p`).flush(...failed('pipeline-not-found', 404));
    await part.settled();
    await answerList();
    expect(part.text).toContain('No pipelines yet');
  });

  it('runs what was saved, and says that the list is old, where it is not in the list', async () => {
    await part.type('Name of the pipeline', 'Orders A');
    await part.press('Save');
    requestTo('PUT', `${PATH}/p`).flush(pipeline({ name: 'Orders A', version: 2 }));
    await part.settled();
    requestTo('GET', PATH).flush(...failed('internal-error', 500));
    await part.settled();
    expect(words(part.element.querySelector('dw-outdated-notice'))).toContain('This list may be out of date.');
    await part.press('Try again');
    await answerList();
    expect(part.element.querySelector('dw-outdated-notice')).toBeNull();
    await part.press('Run now');
    const started = requestTo('POST', '/api/scheduler/jobs/pipeline');
    expect(started.request.body).toMatchObject({ name: 'Orders A', settings: { pipeline_id: 'p' } });
  });

  it('runs by the clock of the server, and cancels a run that has not begun', async () => {
    const JOBS = '/api/scheduler/jobs';
    await part.press('Run now');
    const start = requestTo('POST', `${JOBS}/pipeline`);
    expect(start.request.body).toMatchObject({ trigger: { type: 'once', at: 'now' } });
    start.flush({ id: 'j' });
    await part.settled();
    expect(part.text).toContain('Starting the run…');
    [...part.element.querySelectorAll('button')].find((button) => words(button) === 'Cancel run')?.focus();
    await part.press('Cancel run');
    requestTo('DELETE', `${JOBS}/j`).flush(null);
    await part.settled();
    expect(document.activeElement?.className).toBe('editor');
    expect(part.element.querySelector('dw-pipeline-run-strip')).toBeNull();
  });

  it('leaves what was opened meanwhile alone when another pipeline is deleted', async () => {
    await part.press('Delete the pipeline');
    await part.press('Delete pipeline');
    await part.press('New pipeline');
    await part.type('Name of the pipeline', 'Visits');
    requestTo('DELETE', `${PATH}/p`).flush(null);
    await part.settled();
    await answerList();
    expect([name().value, bar()]).toEqual(['Visits', 'Not saved']);
  });

  it('asks before a new pipeline with edits is discarded', async () => {
    await part.press('New pipeline');
    await part.type('Name of the pipeline', 'Visits');
    await part.press('Delete the pipeline');
    expect(dialogText()).toContain('Visits');
    await part.press('Keep editing');
    expect(name().value).toBe('Visits');
    await part.press('Delete the pipeline');
    await part.press('Discard changes');
    expect(name().value).toBe('Orders');
  });
});
