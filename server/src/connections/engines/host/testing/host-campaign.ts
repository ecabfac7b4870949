import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createDuckdbConnector } from '../../duckdb/index.js';
import { duckdbConfig } from '../../duckdb/testing/duckdb-config.js';
import { runStatement } from '../../duckdb/testing/open-session.js';
import { neverAborted, RecordingContext, until } from '../../testing/index.js';
import { listChildren } from '../../../../platform/index.js';
import { processTree } from '../../../../platform/index.js';
import { CRASHING_STATEMENTS, hostOf } from './host-of.js';

/** A host may take this long on a busy machine. */
export const HOST_MS = 10_000;
const AT_ONCE = 4;

/** The ways in which a host ends, in turn. */
export const ENDS = ['closed', 'killed', 'aborted', 'crashed'] as const;

/** What engine hosts hold on to in the workbench and on the machine. */
export interface HostLeaks {
  readonly hosts: number;
  readonly processes: number;
  /** Open descriptors of the line to a host, of its output or of its files. */
  readonly descriptors: number;
  readonly folders: readonly string[];
}

/** What hosts leave when they have ended. */
export const NO_HOST_LEAKS: HostLeaks = { hosts: 0, processes: 0, descriptors: 0, folders: [] };

/** Starts engine hosts, each with a database of its own, and ends them in every way there is. */
export class HostCampaign {
  private readonly folder = mkdtempSync(join(tmpdir(), 'engine-host-campaign-'));
  private processes = 0;
  private descriptors = 0;
  /** Those of other tests in this process, which may still use them. */
  private readonly othersFolders = new Set(hostFolders());

  /** Runs one host to its end, so that what is only opened once counts as no leak. */
  static async create(): Promise<HostCampaign> {
    const campaign = new HostCampaign();
    await campaign.oneHost(0);
    // What the first host held is closed in a later turn; counted now, it would hide a leak.
    await setTimeout(500);
    campaign.processes = (await processTree(process.pid)).length;
    campaign.descriptors = openDescriptors();
    return campaign;
  }

  /** Runs so many hosts, some at once. Throws where one does not answer or does not end as it should. */
  async run(hosts: number): Promise<void> {
    for (let number = 0; number < hosts; number += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, hosts - number) }, (_, index) =>
        this.oneHost(number + index),
      );
      await Promise.all(batch);
    }
  }

  /** Looks until nothing is left; after a while answers with what still is. */
  async leaks(withinMs = HOST_MS): Promise<HostLeaks> {
    const untilMs = performance.now() + withinMs;
    for (;;) {
      const leaks = await this.look();
      if (JSON.stringify(leaks) === JSON.stringify(NO_HOST_LEAKS) || performance.now() > untilMs) return leaks;
      await setTimeout(50);
    }
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true });
  }

  private async oneHost(number: number): Promise<void> {
    const id = `host-${number}`;
    const path = join(this.folder, `${id}.duckdb`);
    const connector = createDuckdbConnector(duckdbConfig(path, { id }), new RecordingContext());
    const session = await connector.openSession(neverAborted());
    const { sink } = await runStatement(session, 'SELECT 1');
    if (sink.rows[0]?.[0] !== '1') throw new Error(`${id} does not answer.`);
    const end = ENDS[number % ENDS.length];
    if (end === 'killed') process.kill((await hostOf(id)).pid, 'SIGKILL');
    if (end === 'aborted') process.kill((await hostOf(id)).pid, 'SIGABRT');
    if (end === 'crashed') await runStatement(session, CRASHING_STATEMENTS[number % CRASHING_STATEMENTS.length] ?? '');
    if (end !== 'closed') await until('the session is lost', () => session.isLost(), HOST_MS);
    await session.release();
    await connector.close();
    for (const name of readdirSync(this.folder)) if (name.startsWith(`${id}.`)) rmSync(join(this.folder, name));
  }

  private async look(): Promise<HostLeaks> {
    return {
      hosts: (await listChildren()).length,
      processes: Math.max(0, (await processTree(process.pid)).length - this.processes),
      descriptors: Math.max(0, openDescriptors() - this.descriptors),
      folders: hostFolders().filter((name) => !this.othersFolders.has(name)),
    };
  }
}

/** Pipes, sockets and files; what the runtime opens for its threads and timers is not the hosts'. */
function openDescriptors(): number {
  return readdirSync('/proc/self/fd').filter((fd) => /^(?:socket:|pipe:|\/)/.test(targetOf(fd))).length;
}

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return ''; // Closed since the folder was read.
  }
}

function hostFolders(): string[] {
  return readdirSync(tmpdir()).filter(
    (name) => name.startsWith('workbench-host-') && name.includes(`-${process.pid}-`),
  );
}
