import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../files/error-code.js';
import { MACHINE, isSameProcess, startTimeOf } from './process-identity.js';

/** The variable that marks a child and all that it starts, by which they are found again. */
export const MARK_VARIABLE = 'WORKBENCH_CHILD';

const PID = z.number().int().positive();
const ONE_PROCESS = z.object({ pid: PID, start: z.string().nullable() });
/** A disk that is full, or broken and therefore read-only. */
const DISK_TROUBLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);
const RECORD = z.object({
  machine: z.string(),
  mark: z.string().regex(/^[\da-f]{32}$/),
  owner: ONE_PROCESS,
  child: ONE_PROCESS.nullable(),
});

type ChildRecord = z.infer<typeof RECORD>;

/** The record of one child in a folder, from before it starts until it has ended. */
export class ChildNote {
  readonly mark = randomBytes(16).toString('hex');
  private readonly file: string | null;

  /** Without a folder, or a disk that takes it, nothing is written. Throws where the folder cannot be written otherwise. */
  constructor(folder: string | null) {
    this.file = folder === null ? null : join(folder, `${this.mark}.json`);
    this.write(null);
  }

  /** Adds the process, once it runs. */
  started(pid: number): void {
    this.write({ pid, start: startTimeOf(pid) });
  }

  /** Where that fails, as on a disk that turned read-only, the next start finds that its process has ended. */
  remove(): void {
    if (this.file !== null) removeQuietly(this.file);
  }

  private write(child: ChildRecord['child']): void {
    if (this.file === null) return;
    const owner = { pid: process.pid, start: startTimeOf(process.pid) };
    const record: ChildRecord = { machine: MACHINE, mark: this.mark, owner, child };
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      // A crash leaves the old text or the new one.
      writeFileSync(`${this.file}.tmp`, JSON.stringify(record), { mode: 0o600 });
      renameSync(`${this.file}.tmp`, this.file);
    } catch (error) {
      // Such a disk is no reason to refuse queries; without confinement the child may then outlive a killed workbench.
      removeQuietly(`${this.file}.tmp`);
      if (!DISK_TROUBLE.has(errorCode(error) ?? '')) throw error;
    }
  }
}

/**
 * Ends the children that a workbench left when it died, and forgets them; answers how many processes were ended. A child
 * is known by its mark or by its start time, never by its process id alone. Finds processes on Linux only.
 */
export function endOrphans(folder: string): number {
  const left = recordsIn(folder).filter(({ record }) => record.machine === MACHINE && !isOwned(record));
  const marks = new Set(left.map(({ record }) => record.mark));
  const pids = new Set([...left.flatMap(({ record }) => ownPid(record)), ...(marks.size > 0 ? markedWith(marks) : [])]);
  for (const pid of pids) end(pid);
  for (const { file } of left) removeQuietly(file);
  return pids.size;
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Nothing waits for it: what is left is read by the next start.
  }
}

function isOwned({ owner }: ChildRecord): boolean {
  return isSameProcess(owner.pid, owner.start);
}

function ownPid({ child }: ChildRecord): number[] {
  const isKnown = child !== null && child.start !== null && startTimeOf(child.pid) === child.start;
  return isKnown ? [child.pid] : [];
}

/** A child leads its process group. */
function end(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended, or it leads no group.
    }
  }
}

function markedWith(marks: ReadonlySet<string>): number[] {
  const pids = namesIn('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => marks.has(markOf(pid) ?? '')).map(Number);
}

function markOf(pid: string): string | null {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    const prefix = `${MARK_VARIABLE}=`;
    return variables.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? null;
  } catch {
    return null;
  }
}

function recordsIn(folder: string): { file: string; record: ChildRecord }[] {
  const files = namesIn(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => {
    const file = join(folder, name);
    const record = readRecord(file);
    return record === null ? [] : [{ file, record }];
  });
}

function readRecord(file: string): ChildRecord | null {
  try {
    return RECORD.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
