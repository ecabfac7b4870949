import type { AdminEngineProcess, EngineConfinement } from '#libs/api';
import { probeBubblewrap } from './bubblewrap.js';
import { hostSettings } from './host-settings.js';
import { liveHosts } from './live-hosts.js';
import { processMemory, processTree } from './process-memory.js';

/** The engine processes that run now, the oldest first. */
export async function listHosts(): Promise<AdminEngineProcess[]> {
  const items = liveHosts.all().flatMap((host) => (host.pid === null ? [] : [{ host, pid: host.pid }]));
  return Promise.all(
    items.map(async ({ host, pid }) => ({
      connection_id: [...host.connectionIds][0] ?? null,
      connection_ids: [...host.connectionIds],
      engine: host.engine,
      purpose: host.purpose,
      pid: (await processTree(pid)).at(-1) ?? pid,
      memory_bytes: await processMemory(pid),
      confined: host.isConfined,
      started_at: host.startedAt.toISOString(),
    })),
  );
}

/** Whether engine processes that start now are confined, and if not why. */
export async function engineConfinement(): Promise<EngineConfinement> {
  if (hostSettings().confinement === 'off') return 'off';
  const probe = await probeBubblewrap();
  return probe.isPossible ? 'bubblewrap' : probe.reason;
}
