import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { inheritedVariables } from '../children/child.js';

/** A process of its own: the check reads the whole file inside one call, which would hold up this one. */
const PROGRAM = `
  const [, library, file] = process.argv;
  const database = new (require(library))(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  process.stdout.write(database.pragma('quick_check(3)', { simple: false }).map((row) => row.quick_check).join('; '));`;

/** A running check of a SQLite file. */
export class IntegrityCheck {
  private readonly child: ChildProcess;
  /** What is damaged; null where nothing is. Rejects where the file could not be checked. */
  readonly damage: Promise<string | null>;

  constructor(file: string) {
    const library = createRequire(import.meta.url).resolve('better-sqlite3');
    const child = spawn(process.execPath, ['-e', PROGRAM, library, file], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: inheritedVariables(['SystemRoot', 'LD_LIBRARY_PATH']),
    });
    this.child = child;
    this.damage = new Promise((resolve, reject) => {
      let [found, complaint] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (part: string) => (found += part));
      child.stderr.setEncoding('utf8').on('data', (part: string) => (complaint += part));
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve(found === 'ok' ? null : found);
        else if (/SQLITE_(?:CORRUPT|NOTADB)/.test(complaint)) resolve('The file cannot be read.');
        else reject(new Error(`The check ended with ${code}: ${complaint.slice(-500)}`));
      });
    });
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
