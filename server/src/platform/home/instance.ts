import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';

const FILE = 'instance.json';

/** Names this process, and the state directory that it has to itself, to databases and other processes. */
@Injectable()
export class Instance {
  /** The same for each process that uses the state directory, one after another; 12 hexadecimal digits. */
  readonly home: string;
  /** Of this process alone; 8 hexadecimal digits. */
  readonly process = randomBytes(4).toString('hex');

  constructor(@Inject(WORKBENCH_CONFIG) config: WorkbenchConfig) {
    this.home = homeIdOf(config.home);
  }
}

/** A directory that was copied or moved gets an id of its own: the one it was copied from may be in use. */
function homeIdOf(home: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const { dev, ino } = statSync(home);
  const place = `${hostname()}:${dev}:${ino}`;
  const path = join(home, FILE);
  const known = readInstance(path);
  if (known?.place === place) return known.id;
  const id = randomBytes(6).toString('hex');
  try {
    writeFileSync(path, JSON.stringify({ id, place }), { mode: 0o600 });
  } catch {
    // On a full disk this process has a name of its own all the same; the next one does not know it.
  }
  return id;
}

function readInstance(path: string): { readonly id: string; readonly place: string } | null {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { id?: unknown; place?: unknown };
    const isValid = typeof read.id === 'string' && /^[0-9a-f]{12}$/.test(read.id) && typeof read.place === 'string';
    return isValid ? { id: String(read.id), place: String(read.place) } : null;
  } catch {
    return null;
  }
}
