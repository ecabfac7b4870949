import { describe, expect, it, jest } from '@jest/globals';
import { State } from '../platform/index.js';
import { SchedulerApp } from './testing/scheduler-app.js';

describe('the list of jobs on SQLite', () => {
  it('counts from an index, without a look at the jobs', async () => {
    const app = await SchedulerApp.start();
    const { manager } = app.get(State);
    const queries = jest.spyOn(manager.dataSource.logger, 'logQuery');
    try {
      const filters = 'kind=query&status=failing&owner=local&connection_id=duck&search=a';
      for (const query of ['', filters]) {
        expect(await app.send('GET', `/api/scheduler/jobs?${query}`)).toMatchObject({ status: 200 });
      }
      const counting = queries.mock.calls.filter(([sql]) => /count\(/i.test(sql) && sql.includes('"job"'));
      // What a list without a filter finds is counted with what there is of all of them.
      expect(counting).toHaveLength(3);
      for (const [sql, parameters] of counting) {
        const plan = await manager.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, parameters as unknown[]);
        expect(plan[0]?.detail).toContain('COVERING INDEX job_list');
      }
    } finally {
      queries.mockRestore();
      await app.stop();
    }
  });
});
