import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface DemoRecord {
  dataFolder: string;
  binFolder: string;
}

/** The Postgres behind the demo's shop, as an administrator of the machine would stop and start it. */
export class DemoPostgres {
  private readonly record: DemoRecord;
  private startedByUs: number | null = null;

  constructor(workbenchHome: string) {
    this.record = JSON.parse(readFileSync(join(workbenchHome, 'demo', 'demo.json'), 'utf8')) as DemoRecord;
  }

  /** Stops the server the fast way: sessions are cut, the data is safe. */
  async stop(): Promise<void> {
    const pidFile = join(this.record.dataFolder, 'postmaster.pid');
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
    process.kill(pid, 'SIGINT');
    while (existsSync(pidFile)) await sleep(50);
  }

  /** Starts it again with the command line that it ran with. */
  start(): void {
    const { dataFolder, binFolder } = this.record;
    const options = readFileSync(join(dataFolder, 'postmaster.opts'), 'utf8');
    const args = [...options.matchAll(/"([^"]*)"/g)].map(([, argument]) => argument ?? '');
    const { uid, gid } = statSync(dataFolder);
    const user = process.getuid?.() === 0 ? { uid, gid } : {};
    const child = spawn(join(binFolder, 'postgres'), args, { ...user, stdio: 'ignore', detached: true });
    this.startedByUs = child.pid ?? null;
    child.unref();
  }

  /** Ends a server that `start` has started. */
  kill(): void {
    if (this.startedByUs !== null) process.kill(this.startedByUs, 'SIGQUIT');
  }
}
