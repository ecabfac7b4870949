import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { Pack } from 'tar-stream';

const ONLY_OWNER = 0o600;

/** A flat folder of files as a tar archive, `folder` being its name inside. Fails where a file cannot be read. */
export function tarOf(path: string, folder: string): Readable {
  const archive = pack();
  addFiles(archive, path, folder).then(
    () => archive.finalize(),
    (error: unknown) => archive.destroy(error as Error),
  );
  return Readable.from(archive, { objectMode: false });
}

async function addFiles(archive: Pack, path: string, folder: string): Promise<void> {
  for (const name of (await readdir(path)).sort()) {
    const file = join(path, name);
    const { size, mtime } = await stat(file);
    const entry = archive.entry({ name: `${folder}/${name}`, size, mtime, mode: ONLY_OWNER });
    await pipeline(createReadStream(file), entry);
  }
}
