import { BackendProbe } from './backend-probe.js';
import { endsWithin } from './ends-within.js';
import type { ServerLine } from '../server-line.js';
import { ANSWER_LIMIT_MS, ServerSilent } from './server-silent.js';
import type { WorkbenchClient } from '../client/workbench-client.js';

/** An answer may be on its way while its backend is idle already, in milliseconds. */
const ON_ITS_WAY_MS = 250;

/** Who is asked whether an answer will come, and what happens where none will. */
export interface LivenessCheck {
  readonly isAtWork: () => Promise<boolean>;
  /** Ends what is awaited. */
  readonly giveUp: () => void;
}

/** Awaits `work` as long as the server provably works on it; gives up where it neither answers nor works. */
export async function withLivenessCheck<T>({ isAtWork, giveUp }: LivenessCheck, work: Promise<T>): Promise<T> {
  while (!(await endsWithin(work, ANSWER_LIMIT_MS))) {
    if (!(await isAtWork()) && !(await endsWithin(work, ON_ITS_WAY_MS))) giveUp();
  }
  return work;
}

/** The watch over one connection, which is closed where the server is silent. */
export function watchOver(client: WorkbenchClient, line: () => ServerLine): LivenessCheck {
  return {
    isAtWork: () => {
      const key = client.backendKey();
      return key === null ? Promise.resolve(false) : new BackendProbe(line()).isAtWork(key.processId);
    },
    giveUp: () => client.destroy(new ServerSilent()),
  };
}
