import { afterEach, describe, expect, it } from '@jest/globals';
import type { JobRunDetails } from '#libs/api';
import { Part, words } from '../../../testing/part';
import { RunView } from './run-view';

const RUN: JobRunDetails = {
  ...{ id: 'r', job_id: 'j', job_name: 'Report', kind: 'pipeline', owner: { id: 'local', name: 'local' } },
  ...{ connection_id: null, trigger: 'manual', scheduled_for: null, missed_slots: 0, queued_at: '', started_at: '' },
  ...{ duration_ms: 1000, status: 'success', error: null, cancelled_by: null, progress: null, log: [] },
  outputs: [{ name: 'new.csv', bytes: 500, href: '/api/scheduler/runs/r/outputs/new.csv' }],
  removed_outputs: [{ name: 'old.csv', removed_at: '2026-01-02T03:04:05Z' }],
};

describe('RunView', () => {
  afterEach(() => Part.clear());

  it.each([
    [{ done: 750, total: null, unit: 'rows' }, null, '34%', true, '750 rows'],
    [{ done: 750, total: 1000, unit: 'rows' }, '75', '75%', false, '750 of about 1,000 rows'],
  ])('shows how far a run is: %j', async (progress, now, width, isOpen, text) => {
    const part = await Part.show(RunView, { run: { ...RUN, status: 'running', duration_ms: null, progress } });
    const bar = part.element.querySelector('[role=progressbar]');
    const fill = bar?.querySelector('span');
    expect(bar?.getAttribute('aria-valuenow') ?? null).toBe(now);
    expect([fill?.style.width, fill?.classList.contains('open')]).toEqual([width, isOpen]);
    expect(words(bar?.nextElementSibling ?? null)).toBe(text);
  });

  it.each([
    [true, 'success', 'Verified'],
    [false, 'error', 'Not verified'],
    [false, 'running', 'Verifying'],
    [undefined, 'success', ''],
  ] as const)('shows whether a backup was verified: %j after %s', async (verified, status, badge) => {
    const outputs = [{ name: 'db.dump', bytes: 500, href: '/api/x', ...(verified === undefined ? {} : { verified }) }];
    const part = await Part.show(RunView, { run: { ...RUN, status, outputs, removed_outputs: [] } });
    expect(words(part.element.querySelector('.outputs li'))).toBe(`db.dump ${badge} 500 B`.replace('  ', ' '));
  });

  it.each([
    ['Ada', 'Cancelled by Ada.', 'Cancelled', null],
    [null, 'The workbench was stopped.', 'Interrupted', 'The workbench was stopped.'],
  ])('shows a run that %s cancelled in no alarming way', async (by, error, state, alert) => {
    const part = await Part.show(RunView, { run: { ...RUN, status: 'interrupted', cancelled_by: by, error } });
    expect(words(part.element.querySelector('dw-run-state'))).toBe(state);
    expect(words(part.element)).toContain(error);
    expect(part.element.querySelector('[role=alert]')?.textContent.trim() ?? null).toBe(alert);
  });

  it('offers the files that are kept and shows which were removed', async () => {
    const part = await Part.show(RunView, { run: RUN });
    const rows = [...part.element.querySelectorAll('.outputs li')];
    expect(rows.map((row) => words(row))).toEqual(['new.csv 500 B', 'old.csv Removed']);
    expect(rows.map((row) => row.querySelector('a')?.getAttribute('href') ?? null)).toEqual([
      '/api/scheduler/runs/r/outputs/new.csv',
      null,
    ]);
  });
});
