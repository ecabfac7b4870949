import { FROM_PLUGIN } from './plugin-protocol.js';
import type { FromPlugin } from './plugin-protocol.js';

const MEBIBYTE = 1024 ** 2;
const MAX_MESSAGE_BYTES = 16 * MEBIBYTE;
const MAX_BYTES = 256 * MEBIBYTE;

/** Reads the messages of a plugin, lines of JSON, within limits: a plugin may send anything, and without an end. */
export class MessageReader {
  private chunks: Buffer[] = [];
  private pending = 0;
  private total = 0;
  private isOver = false;

  /** `onExcess` is called once, with a sentence; nothing is read after it. */
  constructor(
    private readonly onMessage: (message: FromPlugin) => void,
    private readonly onExcess: (reason: string) => void,
  ) {}

  push(chunk: Buffer): void {
    this.total += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1 && !this.isOver; end = chunk.indexOf(10, start)) {
      this.add(chunk.subarray(start, end));
      this.take();
      start = end + 1;
    }
    this.add(chunk.subarray(start));
    if (this.total > MAX_BYTES) this.end(`The plugin sent more than ${MAX_BYTES / MEBIBYTE} MiB. It was ended.`);
  }

  private add(part: Buffer): void {
    if (this.isOver) return;
    this.pending += part.length;
    this.chunks.push(part);
    if (this.pending <= MAX_MESSAGE_BYTES) return;
    this.end(`The plugin sent a message of more than ${MAX_MESSAGE_BYTES / MEBIBYTE} MiB. It was ended.`);
  }

  private take(): void {
    if (this.isOver) return;
    const text = Buffer.concat(this.chunks).toString('utf8');
    [this.chunks, this.pending] = [[], 0];
    const message = messageIn(text);
    if (message === null) this.end('The plugin sent a message that is not one of its interface. It was ended.');
    else this.onMessage(message);
  }

  private end(reason: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.chunks = [];
    this.onExcess(reason);
  }
}

function messageIn(text: string): FromPlugin | null {
  try {
    return FROM_PLUGIN.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
