import { afterEach, describe, expect, it } from '@jest/globals';
import { Part } from '../../../testing/part';
import { EngineProcessesCard } from './engine-processes-card';

const processes = [
  { pid: 11, engine: 'duckdb', purpose: 'connection', connection_ids: ['lake'], confined: true },
  { pid: 12, engine: 'sqlite', purpose: 'connection', connection_ids: ['drop'], confined: false },
].map((one) => ({ ...one, job_name: null, memory_bytes: 1_000_000, started_at: '2026-05-19T09:41:00Z' }));
const connections = [
  { id: 'lake', name: 'Lake' },
  { id: 'drop', name: 'Files' },
];

describe('EngineProcessesCard', () => {
  afterEach(() => Part.clear());
  const show = (hosts: readonly object[], confinement: string) =>
    Part.show(EngineProcessesCard, {
      hosts: hosts,
      confinement,
      connections: connections,
    });

  it('shows of each process whose it is and whether it is confined', async () => {
    const { element } = await show(processes, 'bubblewrap');
    const rows = [...element.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 5).map((cell) => cell.textContent.trim()),
    );
    expect(rows).toEqual([
      ['Lake', 'DuckDB', '11', '1.0 MB', 'Confined'],
      ['Files', 'SQLite', '12', '1.0 MB', 'Not confined'],
    ]);
    expect(element.textContent).toContain('Confined by bubblewrap');
  });

  it('says why processes are not confined, also where none runs', async () => {
    const { element } = await show([], 'not-installed');
    expect(element.textContent).toContain("Not confined: bubblewrap isn't installed.");
    expect(element.textContent).toContain('No child process is running.');
  });
});
