import { Clipboard } from '@angular/cdk/clipboard';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import type { StatementResult } from '#libs/api';
import { columnSample, statementSample } from '../../../../testing/run-samples';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ResultActions } from './result-actions';

const columns = [columnSample('id', 'integer'), columnSample('note')];
const rows = [
  ['2', null],
  ['1', ''],
];

async function render(change: Partial<StatementResult> = {}) {
  const copied: string[] = [];
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      { provide: ConnectionsStore, useValue: { find: () => null } },
      { provide: Clipboard, useValue: { copy: (text: string) => copied.push(text) > 0 } },
    ],
  });
  const fixture = TestBed.createComponent(ResultActions);
  const statement = statementSample({ columns, rows, row_count: 48_219, ...change });
  const inputs = { runId: 'r1', connectionId: 'shop', statement, shownCount: 2, shownRows: () => rows };
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  await fixture.whenStable();
  const press = async (text: string): Promise<void> => {
    [...document.querySelectorAll('button')].findLast((one) => one.textContent.includes(text))?.click();
    await fixture.whenStable();
  };
  return { host: fixture.nativeElement as HTMLElement, copied, press };
}

describe('ResultActions', () => {
  it('copies the rows on screen in their order there', async () => {
    const { host, copied, press } = await render();
    await press('Copy CSV');
    expect(copied).toEqual(['id,note\n2,\n1,""\n']);
    expect(host.textContent).toContain('Copied');
  });

  it('copies them as an INSERT', async () => {
    const { copied, press } = await render();
    await press('Export');
    await press('Copy as INSERT');
    expect(copied).toEqual(["INSERT INTO table_name (id, note) VALUES\n  (2, NULL),\n  (1, '');\n"]);
  });

  it('tells how many rows a file has, and whether they are all', async () => {
    const whole = await render();
    await whole.press('Export');
    expect(document.querySelector('.dw-menu')?.textContent).toContain('Whole result, 48,219 rows');
    TestBed.resetTestingModule();
    const stopped = await render({ status: 'cancelled' });
    await stopped.press('Export');
    expect(document.querySelector('.dw-menu')?.textContent).toContain('Rows that arrived, 48,219 rows');
  });

  it('has no file while rows still arrive', async () => {
    const { host, press } = await render({ complete: false, row_count: null, status: 'running' });
    expect(host.querySelector('[aria-disabled="true"]')?.textContent).toContain('Export');
    await press('Export');
    expect(document.querySelector('.dw-menu')).toBeNull();
  });

  it('looks whether the result is still there before it downloads', async () => {
    const { press } = await render();
    await press('Export');
    await press('Download CSV');
    const http = TestBed.inject(HttpTestingController);
    const request = http.expectOne('/api/studio/runs/r1/statements/0/rows?limit=1');
    expect(request.request.method).toBe('GET');
    request.flush({ code: 'run-not-found', title: 'No such run' }, { status: 404, statusText: 'Not Found' });
  });
});
