import { readFile } from 'node:fs/promises';
import type { ChainHead } from '#libs/audit';

/** The name of the file of heads, beside the state database. */
export const HEADS_FILE = 'audit-heads.ndjson';

/** Writes a head as a line of the file. */
export function headLine({ sequence, hash }: ChainHead, at: string): string {
  return `${JSON.stringify({ sequence, hash, at })}\n`;
}

/** Reads the heads of a file, none where there is no such file. A line that was cut off by a crash is passed over. */
export async function readHeads(path: string): Promise<ChainHead[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => headOf(line) ?? []);
}

/** Reads a head from a line of the file, or from `<sequence>:<hash>`; null for anything else. */
export function headOf(line: string): ChainHead | null {
  const short = /^(\d{1,15}):([0-9a-f]{64})$/.exec(line.trim());
  if (short !== null) return { sequence: Number(short[1]), hash: short[2] ?? '' };
  try {
    const { sequence, hash } = JSON.parse(line) as Partial<Record<keyof ChainHead, unknown>>;
    if (!Number.isSafeInteger(sequence) || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
    return { sequence: sequence as number, hash };
  } catch {
    return null;
  }
}
