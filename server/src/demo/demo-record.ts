import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifMissing } from '../platform/index.js';

/** What the demo remembers of its Postgres from one start to the next. It holds no secret. */
export interface DemoRecord {
  /** `loading` until everything is in: a start that finds it so begins anew. */
  readonly state: 'loading' | 'ready';
  readonly port: number;
  /** The port before the last change, should the configuration file not have been rewritten any more. */
  readonly previousPort: number | null;
  readonly dataFolder: string;
  readonly binFolder: string;
  /** Only a server of the same major version can read the data folder. */
  readonly postgresMajor: number;
  readonly hasPostgis: boolean;
}

/** Reads the record; null when there is none. Throws where it cannot be read or is damaged: a shop may belong to it. */
export async function readRecord(file: string): Promise<DemoRecord | null> {
  const text = await readFile(file, 'utf8').catch(ifMissing(null));
  if (text === null) return null;
  const value = parsed(text);
  if (isRecord(value)) return value;
  throw new Error(`${file} is damaged. Restore it, or delete the demo's folder.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces the record as a whole. */
export async function writeRecord(file: string, record: DemoRecord): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.partial`, file);
}

function isRecord(value: unknown): value is DemoRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { state, port, dataFolder, binFolder, postgresMajor } = value as Partial<Record<keyof DemoRecord, unknown>>;
  const isPort = Number.isInteger(port) && (port as number) > 0;
  const areFolders = typeof dataFolder === 'string' && typeof binFolder === 'string';
  return (state === 'loading' || state === 'ready') && isPort && areFolders && Number.isInteger(postgresMajor);
}
