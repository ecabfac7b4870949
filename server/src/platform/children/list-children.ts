import type { AdminEngineProcess, EngineConfinement } from '#libs/api';
import { probeBubblewrap } from './bubblewrap.js';
import { childSettings } from './child-settings.js';
import { liveChildren } from './live-children.js';
import { processMemory, processTree } from './process-memory.js';

/** The child processes that run now, the oldest first: engines, plugins, and the programs of backups. */
export async function listChildren(): Promise<AdminEngineProcess[]> {
  const items = liveChildren.all().flatMap((child) => (child.pid === null ? [] : [{ child, pid: child.pid }]));
  return Promise.all(
    items.map(async ({ child, pid }) => ({
      connection_id: [...child.use.connectionIds][0] ?? null,
      connection_ids: [...child.use.connectionIds],
      engine: child.use.engine,
      purpose: child.use.purpose,
      job_name: child.use.jobName,
      pid: (await processTree(pid)).at(-1) ?? pid,
      memory_bytes: await processMemory(pid),
      confined: child.isConfined,
      started_at: child.startedAt.toISOString(),
    })),
  );
}

/** Whether child processes that start now are confined, and if not why. */
export async function childConfinement(): Promise<EngineConfinement> {
  if (childSettings().confinement === 'off') return 'off';
  const probe = await probeBubblewrap();
  return probe.isPossible ? 'bubblewrap' : probe.reason;
}
