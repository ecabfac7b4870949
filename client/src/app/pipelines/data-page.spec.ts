import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import type { TestRequest } from '@angular/common/http/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pipeline } from '#libs/api';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { dialogText, Part, words } from '../../testing/part';
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

  it('saves and runs once on a double click', async () => {
    await part.type('Name of the pipeline', 'Orders A');
    button('Save')?.click();
    button('Save')?.click();
    button('Run now')?.click();
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

  it('runs by the clock of the server, and cancels a run that has not begun', async () => {
    const JOBS = '/api/scheduler/jobs';
    await part.press('Run now');
    const start = requestTo('POST', `${JOBS}/pipeline`);
    expect(start.request.body).toMatchObject({ trigger: { type: 'once', at: 'now' } });
    start.flush({ id: 'j' });
    await part.settled();
    expect(part.text).toContain('Starting the run…');
    await part.press('Cancel run');
    requestTo('DELETE', `${JOBS}/j`).flush(null);
    await part.settled();
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
