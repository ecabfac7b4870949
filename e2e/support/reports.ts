import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench, temporaryHome } from '../workbench.js';

const CONNECTIONS = `connections:
  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb, colour: blue }
`;

/** A workbench with one DuckDB connection and a file of SQL in the folder that people add files from. */
export interface Reports {
  readonly workbench: Workbench;
  /** The path of `reports/monthly.sql`. */
  readonly report: string;
}

/** Starts a workbench whose report has a text. */
export async function startWithReport(text: string): Promise<Reports> {
  const workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
  const folder = join(workbench.home, 'files', 'reports');
  writeFileSync(join(workbench.home, 'connections.yaml'), CONNECTIONS);
  mkdirSync(folder, { recursive: true });
  const report = join(folder, 'monthly.sql');
  writeFileSync(report, text);
  await workbench.start();
  return { workbench, report };
}

/** Stops a workbench and removes its folder. */
export async function stopAndRemove(workbench: Workbench): Promise<void> {
  await workbench.stop();
  rmSync(workbench.home, { recursive: true, force: true });
}
