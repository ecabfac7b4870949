import type { AdminEngineProcess } from '#libs/api';
import { listChildren } from '../../../../platform/index.js';

/** The engine process of a connection. */
export async function hostOf(connectionId: string): Promise<AdminEngineProcess> {
  const found = (await listChildren()).find(({ connection_ids }) => connection_ids.includes(connectionId));
  if (found === undefined) throw new Error(`No engine process serves ${connectionId}.`);
  return found;
}

/** True while a process runs; one that has ended and is not yet collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Statements that end the process of DuckDB 1.5 by a crash of its native code. */
export const CRASHING_STATEMENTS = [
  "SELECT length(json_structure(repeat('[', 100000) || repeat(']', 100000))::VARCHAR)",
  "SELECT json_merge_patch(repeat('{\"a\":', 100000) || '1' || repeat('}', 100000), repeat('{\"a\":', 100000) || '2' || repeat('}', 100000))",
  "SELECT (repeat('[', 100000) || repeat(']', 100000))::JSON::VARIANT",
];
