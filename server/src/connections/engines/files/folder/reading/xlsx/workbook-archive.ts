import type { Entry, ZipFile } from 'yauzl';

/** More parts than any workbook has. */
const MAX_ENTRIES = 10_000;
const MEBIBYTE = 1024 * 1024;
/** Of one part, unpacked: the largest sheet of a million rows has about 2 GB. */
const MAX_PART_BYTES = 4096 * MEBIBYTE;
/** XML packs to a tenth, at best to a hundredth; only bombs pack better. */
const MAX_RATIO = 300;
/** Small parts may pack as they like. */
const FREE_BYTES = 16 * MEBIBYTE;

const NO_WORKBOOK = 'it is no XLSX workbook, or it is protected by a password. Save it as XLSX without one, or as CSV.';

/** The parts of a workbook, unpacked as streams within limits. */
export class WorkbookArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Throws a sentence where the file is no archive, or one with too many parts. */
  static async open(path: string): Promise<WorkbookArchive> {
    // Loaded when it is needed: an engine process starts without it.
    const { openPromise } = await import('yauzl');
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
      throw new Error(NO_WORKBOOK);
    });
    try {
      if (zip.entryCount > MAX_ENTRIES)
        throw new Error(`it has more than ${MAX_ENTRIES} parts, which no workbook has.`);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry);
      return new WorkbookArchive(zip, entries);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.entries.has(keyOf(name));
  }

  /** The bytes of a part. Throws a sentence where it is missing, damaged or larger than a workbook's parts are. */
  async *part(name: string, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.entries.get(keyOf(name));
    if (entry === undefined) throw new Error(`it is no XLSX workbook: the part ${name} is missing.`);
    if (entry.uncompressedSize > limitOf(entry)) throw bomb(name);
    const stream = await this.zip.openReadStreamPromise(entry);
    let bytes = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        bytes += chunk.length;
        if (bytes > limitOf(entry)) throw bomb(name);
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  }

  close(): void {
    this.zip.close();
  }
}

function limitOf({ compressedSize }: Entry): number {
  return Math.min(MAX_PART_BYTES, Math.max(FREE_BYTES, compressedSize * MAX_RATIO));
}

function bomb(name: string): Error {
  return new Error(`its part ${name} unpacks to far more than its size. It is not read; save the data as CSV.`);
}

/** Names are compared without case and without the slash that some programs write in front. */
function keyOf(name: string): string {
  return name.replace(/^\//, '').toLowerCase();
}
