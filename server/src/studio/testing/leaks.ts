import { readdirSync, readlinkSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { RunList } from '#libs/api';
import type { StudioApp } from './studio-app.js';

/** What a workbench holds on to while nothing runs in it. */
export interface Leaks {
  /** Sessions in Postgres that do something or are in a transaction. */
  readonly busySessions: number;
  /** Files in the folder of results that belong to no run. */
  readonly orphans: readonly string[];
  /** Files in that folder that are open. */
  readonly openFiles: readonly string[];
  /** Connections of clients that were not closed. */
  readonly openSockets: number;
}

/** What it should be. */
export const NO_LEAKS: Leaks = { busySessions: 0, orphans: [], openFiles: [], openSockets: 0 };

const BUSY = `SELECT count(*) FROM pg_stat_activity
  WHERE application_name LIKE 'data-workbench/%' AND state <> 'idle' AND pid <> pg_backend_pid()`;

/** Asks until nothing is held that should not be; after a while answers with what still is. */
export async function leaksOf(app: StudioApp, withinMs = 20_000): Promise<Leaks> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const leaks = await look(app);
    if (JSON.stringify(leaks) === JSON.stringify(NO_LEAKS) || performance.now() > untilMs) return leaks;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function look(app: StudioApp): Promise<Leaks> {
  const busy = await app.run(BUSY);
  const runs = (await app.send<RunList>('GET', '/api/studio/runs')).body.items;
  const folder = join(app.workbench.home, 'results');
  const names = readdirSync(folder).filter((name) => name !== 'spill' && name !== 'exports');
  return {
    busySessions: Number(busy.statements[0]?.rows[0]?.[0]),
    orphans: names.filter((name) => !runs.some(({ id }) => name.startsWith(id))),
    openFiles: openFiles().filter((path) => path.startsWith(folder) && !path.includes('spill')),
    openSockets: await openSockets(app),
  };
}

/** Those of tests that ask by `app.send` are closed with each answer. */
function openSockets(app: StudioApp): Promise<number> {
  const server: Server = app.workbench.app.getHttpServer();
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // Closed since the folder was read.
    }
  });
}
