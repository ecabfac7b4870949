import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decoderLabel, encodingName, type KnownEncoding } from '#libs/files';
import { textSource } from './text-source.js';

/** A Latin text with accents takes hardly more room in UTF-8, an Asian one half as much again. */
const GROWTH = 1.5;

/** Copies in UTF-8 of files in other encodings, which the engine does not read, in a private folder. */
export class Utf8Copies {
  private count = 0;

  private constructor(
    /** Its real path; the engine may read what is in it. */
    readonly folder: string,
  ) {}

  static async create(parent: string = tmpdir()): Promise<Utf8Copies> {
    return new Utf8Copies(await mkdtemp(join(parent, 'workbench-texts-')));
  }

  /** Writes a copy and gives its path. Throws a sentence where there is no room or the bytes are not in the encoding. */
  async add(path: string, encoding: KnownEncoding, signal?: AbortSignal): Promise<string> {
    await this.checkRoom(path, encoding);
    const copy = this.next();
    try {
      // Loaded when it is needed: an engine process starts without it.
      const { pipeline } = await import('node:stream/promises');
      await pipeline(textSource(path, signal), decoded(encoding), createWriteStream(copy), signal ? { signal } : {});
      return copy;
    } catch (error) {
      await this.remove(copy);
      throw explained(error, encoding);
    }
  }

  /** The path of a copy that is about to be written. */
  next(): string {
    return join(this.folder, `${++this.count}.txt`);
  }

  async remove(copy: string): Promise<void> {
    await rm(copy, { force: true });
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async checkRoom(path: string, encoding: KnownEncoding): Promise<void> {
    const [{ size }, { bavail, bsize }] = await Promise.all([stat(path), statfs(this.folder)]);
    if (size * GROWTH > bavail * bsize) throw noRoom(encoding);
  }
}

function decoded(encoding: KnownEncoding): (source: AsyncIterable<Buffer>) => AsyncGenerator<string> {
  const label = decoderLabel(encoding);
  return async function* (source) {
    const decoder = label === null ? null : new TextDecoder(label, { fatal: encoding !== 'utf-8-replace' });
    for await (const chunk of source) yield decoder?.decode(chunk, { stream: true }) ?? chunk.toString('latin1');
    yield decoder?.decode() ?? '';
  };
}

function explained(error: unknown, encoding: KnownEncoding): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return noRoom(encoding);
  if (code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') return error;
  return new Error(`it has bytes that are not ${encodingName(encoding)}. Set another encoding for it.`);
}

function noRoom(encoding: KnownEncoding): Error {
  return new Error(
    `it is ${encodingName(encoding)}, and the temporary folder has no room for a copy in UTF-8. Free space, or convert the file.`,
  );
}
