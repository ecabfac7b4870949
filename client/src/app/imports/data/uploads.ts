import { inject, Service, signal } from '@angular/core';
import type { DataImport, ImportPart } from '#libs/api';
import { nextPartBytes, smoothedRate } from '#libs/imports';
import { ApiProblem } from '../../shared/http/api-problem';
import { newId } from '../../shared/ids/new-id';
import { ImportsApi } from './imports-api';

/** A server that does not answer is asked again after this pause, in milliseconds. */
const RETRY_MS = 2000;
/** Problems after which the part is sent again. */
const PASSING: ReadonlySet<string> = new Set([
  ...['network', 'state-unavailable', 'import-part-misplaced', 'person-limit', 'malformed-json'],
]);

const UNREADABLE = new ApiProblem(
  'validation-failed',
  0,
  'The file cannot be read',
  "The file has changed or can't be read. Cancel the upload, then choose the file again.",
);

const EMPTY = new ApiProblem('validation-failed', 0, 'The file is empty', 'The file is empty. Choose another one.');

/** A file on its way from this page. */
export interface Upload {
  readonly file: File;
  readonly sentBytes: number;
  /** Bytes per second; null before the first part. */
  readonly rate: number | null;
  /** The server does not answer at the moment. */
  readonly isWaiting: boolean;
  /** Why it has ended before its end; null while it goes on. */
  readonly problem: ApiProblem | null;
}

/** Sends files in parts, also while another page is shown. A reload of the browser ends it; the file can be chosen again. */
@Service()
export class Uploads {
  private readonly api = inject(ImportsApi);
  private readonly running = signal<ReadonlyMap<string, Upload>>(new Map());

  /** The upload of an import; null where this page sends none. */
  of(id: string): Upload | null {
    return this.running().get(id) ?? null;
  }

  /** Begins to send a file; resolves when the server is ready for it. Rejects with an ApiProblem. */
  async start(file: File): Promise<DataImport> {
    if (file.size === 0) throw EMPTY;
    const made = await this.api.create(file);
    this.resume(made, file);
    return made;
  }

  /** Sends what the server does not have of a file. */
  resume(record: DataImport, file: File): void {
    this.set(record.id, { file, sentBytes: record.received_bytes, rate: null, isWaiting: false, problem: null });
    void this.send(record, file);
  }

  /** Goes on with a file whose sending has ended with a problem. */
  async retry(id: string): Promise<void> {
    const upload = this.of(id);
    if (!upload?.problem) return;
    this.patch(id, { problem: null, isWaiting: true });
    try {
      const record = await this.api.get(id);
      if (this.of(id) !== null) this.resume(record, upload.file);
    } catch (error) {
      this.patch(id, { problem: ApiProblem.from(error), isWaiting: false });
    }
  }

  /** Sends nothing more of a file. */
  stop(id: string): void {
    this.running.update((running) => new Map([...running].filter(([other]) => other !== id)));
  }

  private async send({ id, received_bytes: start }: DataImport, file: File): Promise<void> {
    const sender = newId();
    let [at, bytes, ms] = [start, 0, 0];
    while (at < file.size) {
      bytes = Math.min(nextPartBytes(bytes, ms), file.size - at);
      const before = performance.now();
      const sent = await this.sendPart(
        id,
        { offset: at, sender },
        file.slice(at, at + bytes, 'application/octet-stream'),
      );
      const upload = this.of(id);
      if (sent === null || upload === null) return;
      ms = performance.now() - before;
      const rate = sent > at ? smoothedRate(upload.rate, sent - at, ms) : upload.rate;
      at = sent;
      this.set(id, { ...upload, sentBytes: at, rate, isWaiting: false, problem: null });
    }
    this.stop(id);
  }

  /** The bytes that the server has afterwards; null where the upload has ended. */
  private async sendPart(id: string, at: Required<ImportPart>, part: Blob): Promise<number | null> {
    try {
      return (await this.api.sendPart(id, at, part)).received_bytes;
    } catch (error) {
      const problem = ApiProblem.from(error);
      // The browser reports a file that cannot be read as it does a server that cannot be reached.
      const isGone = problem.code === 'network' && !(await isReadable(part));
      return this.recover(id, isGone ? UNREADABLE : problem);
    }
  }

  private async recover(id: string, problem: ApiProblem): Promise<number | null> {
    let failure = problem;
    while (this.of(id) !== null) {
      if (!PASSING.has(failure.code)) {
        this.patch(id, { problem: failure });
        return null;
      }
      this.patch(id, { isWaiting: true });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      try {
        return (await this.api.get(id)).received_bytes;
      } catch (error) {
        failure = ApiProblem.from(error);
      }
    }
    return null;
  }

  private patch(id: string, change: Partial<Upload>): void {
    const upload = this.of(id);
    if (upload !== null) this.set(id, { ...upload, ...change });
  }

  private set(id: string, upload: Upload): void {
    this.running.update((running) => new Map(running).set(id, upload));
  }
}

/** Whether bytes of a file can still be read: not where it was changed, moved or deleted since it was chosen. */
async function isReadable(part: Blob): Promise<boolean> {
  try {
    await part.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
