import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that signs certificates for tests. */
export class TestAuthority {
  private constructor(
    private readonly folder: string,
    readonly cert: string,
  ) {}

  static async create(): Promise<TestAuthority> {
    const folder = await mkdtemp(join(tmpdir(), 'workbench-ca-'));
    const [key, cert] = [join(folder, 'ca.key'), join(folder, 'ca.crt')];
    await run('openssl', [
      'req',
      '-new',
      '-x509',
      '-days',
      '2',
      ...KEY,
      '-subj',
      '/CN=Test CA',
      '-keyout',
      key,
      '-out',
      cert,
    ]);
    return new TestAuthority(folder, await readFile(cert, 'utf8'));
  }

  /** Signs a certificate; `host` is the name of a server in it. */
  async sign(name: string, host: string | null = null): Promise<Certificate> {
    const at = (ending: string) => join(this.folder, `${name}.${ending}`);
    await run('openssl', ['req', '-new', ...KEY, '-subj', `/CN=${name}`, '-keyout', at('key'), '-out', at('csr')]);
    await writeFile(at('ext'), host === null ? '' : `subjectAltName=DNS:${host}`);
    const authority = ['-CA', join(this.folder, 'ca.crt'), '-CAkey', join(this.folder, 'ca.key'), '-CAcreateserial'];
    const files = ['-in', at('csr'), '-out', at('crt'), '-extfile', at('ext')];
    await run('openssl', ['x509', '-req', '-days', '2', ...authority, ...files]);
    return { cert: await readFile(at('crt'), 'utf8'), key: await readFile(at('key'), 'utf8') };
  }

  /** The key of a certificate, encrypted by a passphrase. */
  async encrypted({ key }: Certificate, passphrase: string): Promise<string> {
    const [plain, encrypted] = [join(this.folder, 'plain.key'), join(this.folder, 'encrypted.key')];
    await writeFile(plain, key);
    await run('openssl', ['pkcs8', '-topk8', '-in', plain, '-out', encrypted, '-passout', `pass:${passphrase}`]);
    return readFile(encrypted, 'utf8');
  }

  dispose(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Puts files into the folder of a server, which its user may read. */
export async function placeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const { uid, gid } = await stat(folder);
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    await chown(join(folder, name), uid, gid);
  }
}
