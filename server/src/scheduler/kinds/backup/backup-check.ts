import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../job-kind.js';
import { digestOfFile, syncFile } from '../../outputs/output-store.js';
import { toolIn } from './client-tools.js';
import type { ClientTools } from './client-tools.js';
import { runProgram } from './run-program.js';
import type { ProgramContext } from './run-program.js';

export type BackupFormat = 'custom' | 'plain' | 'directory';

/** What is known of a backup that was read back in full. */
export interface CheckedBackup {
  readonly bytes: number;
  readonly sha256: string;
}

const TRAILER = '-- PostgreSQL database dump complete';

/**
 * Reads a backup back in full: `pg_restore` turns all of it into SQL, which a list of its contents would not need; a plain
 * one has its last line. Throws `JobFailure` for one that is not whole. The files are on the disk itself afterwards.
 */
export async function checkBackup(
  path: string,
  format: BackupFormat,
  tools: ClientTools,
  context: ProgramContext,
): Promise<CheckedBackup> {
  if (format === 'plain') await checkTrailer(path);
  else await readBack(path, tools, context);
  return format === 'directory' ? digestOfFolder(path) : digestOf(path, context.signal);
}

/** The bytes that a backup takes so far; 0 while there is none. */
export async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.size;
  const names = await readdir(path).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(path, name)).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

async function readBack(path: string, tools: ClientTools, context: ProgramContext): Promise<void> {
  const lines: string[] = [];
  const code = await runProgram({
    file: toolIn(tools, 'pg_restore'),
    parameters: ['--file=/dev/null', path],
    env: { LC_MESSAGES: 'C' },
    context,
    paths: [{ path, isWritable: false }],
    server: null,
    onLine: (line) => {
      if (lines.length < 5) lines.push(line);
    },
  });
  if (code !== 0)
    throw new JobFailure(`The backup cannot be read: ${lines.join(' ') || `pg_restore ended with ${code}`}`);
}

async function checkTrailer(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, 4096);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    if (!buffer.toString('utf8').includes(TRAILER))
      throw new JobFailure('The backup cannot be read: its end is missing.');
  } finally {
    await file.close();
  }
}

async function digestOf(path: string, signal: AbortSignal): Promise<CheckedBackup> {
  await syncFile(path);
  return digestOfFile(path, signal);
}

/** The digest of a folder is that of its files' names and contents in order. */
async function digestOfFolder(path: string): Promise<CheckedBackup> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const name of (await readdir(path)).sort()) {
    const file = join(path, name);
    await syncFile(file);
    hash.update(`${name}\0`);
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  }
  return { bytes, sha256: hash.digest('hex') };
}
