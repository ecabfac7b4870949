import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiProblem } from '../../../shared/http/api-problem';
import { providePage } from '../../../../testing/page-set-up';
import { errorSample, runSample, statementSample } from '../../../../testing/run-samples';
import { sendingRun, withProblem, withRun } from '../../run/run-state';
import type { TabRun } from '../../run/run-state';
import { ResultArea } from './result-area';

const sending = sendingRun({ sql: 'SELECT 1', offset: 0, start: { line: 1, column: 1 }, connectionId: 'shop' }, 0);
const noRows = { columns: null, rows: [], row_count: null };

async function render(run: TabRun | null, busyForMs: number | null = null) {
  const fixture = TestBed.createComponent(ResultArea);
  for (const [name, value] of Object.entries({ tabId: 'a', run, busyForMs }))
    fixture.componentRef.setInput(name, value);
  const emitted: string[] = [];
  fixture.componentInstance.runAgain.subscribe(() => emitted.push('run again'));
  fixture.componentInstance.cancelled.subscribe(() => emitted.push('cancel'));
  fixture.componentInstance.statementChosen.subscribe((index) => emitted.push(`statement ${index}`));
  await fixture.whenStable();
  const host = fixture.nativeElement as HTMLElement;
  const button = (text: string) => [...host.querySelectorAll('button')].find((one) => one.textContent.includes(text));
  return { host, emitted, button };
}

function problem(code: ConstructorParameters<typeof ApiProblem>[0], detail: string): TabRun {
  return withProblem(sending, new ApiProblem(code, 422, 'It was refused', detail));
}

describe('ResultArea', () => {
  beforeEach(() => void TestBed.configureTestingModule({ providers: providePage() }));

  it('asks for a connection before the first run', async () => {
    const { host } = await render(null);
    expect(host.textContent).toMatch(/No result yet[^]*Choose a connection/);
  });

  it('shows the seconds and Cancel only when a run takes longer than one', async () => {
    expect((await render(sending, 900)).button('Cancel')).toBeUndefined();
    const { host, button, emitted } = await render(sending, 4_200);
    expect(host.textContent).toContain('Running, 4.2 s');
    button('Cancel')?.click();
    expect(emitted).toEqual(['cancel']);
  });

  it('says why a run was refused and offers to run again', async () => {
    const { host, button, emitted } = await render(problem('connection-unreachable', 'connection refused'));
    expect(host.textContent).toContain('connection refused');
    button('Run again')?.click();
    expect(emitted).toEqual(['run again']);
  });

  it('does not offer to run again what holds nothing to run', async () => {
    expect((await render(problem('nothing-to-run', 'only comments'))).button('Run again')).toBeUndefined();
  });

  it('shows what the database said when the whole run failed', async () => {
    const error = errorSample({ message: 'terminating connection', sqlstate: '57P01', position: null });
    const { host } = await render(withRun(sending, runSample([], { status: 'failed', error })));
    expect(host.textContent).toMatch(/The run failed[^]*57P01[^]*terminating connection/);
  });

  it('shows an error under the statement it belongs to', async () => {
    const failed = statementSample({
      ...noRows,
      sql: 'SELECT FORM',
      status: 'failed',
      error: errorSample({ position: 8 }),
    });
    const { host, button, emitted } = await render(withRun(sending, runSample([statementSample(), failed])));
    expect(host.querySelector('[role="tab"][aria-selected="true"]')?.textContent).toMatch(/2\s*SELECT\s*Failed/);
    expect(host.textContent).toContain('syntax error at or near "FORM"');
    button('1 row')?.click();
    expect(emitted).toEqual(['statement 0']);
  });

  it.each([
    ['INSERT · 3 rows affected', { ...noRows, command: 'INSERT', affected_rows: 3 }],
    ['CREATE TABLE', { ...noRows, command: 'CREATE TABLE' }],
    ['3 rows, no columns', { columns: [], rows: [[], [], []], row_count: 3 }],
    ['Not run', { ...noRows, status: 'not_run' as const }],
  ])('says %j where there is no table to show', async (words, change) => {
    expect((await render(withRun(sending, runSample([statementSample(change)])))).host.textContent).toContain(words);
  });

  it('announces once to a screen reader how the run ended', async () => {
    const { host } = await render(
      withRun(sending, runSample([statementSample({ row_count: 48_219, elapsed_ms: 412 })])),
    );
    expect(host.querySelector('[aria-live="polite"]')?.textContent).toBe('48,219 rows in 412 milliseconds');
  });
});
