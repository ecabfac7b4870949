import { StringDecoder } from 'node:string_decoder';

/** Longer lines lose their end, so that a program cannot fill the memory with one. */
const MAX_CHARS = 64 * 1024;

/** Cuts what a program writes into lines. */
export class LineReader {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';

  constructor(private readonly onLine: (line: string) => void) {}

  push(chunk: Buffer): void {
    const [first = '', ...others] = this.decoder.write(chunk).split(/\r?\n/);
    this.add(first);
    for (const part of others) {
      this.emit();
      this.add(part);
    }
  }

  /** The last line needs no line break. */
  end(): void {
    this.add(this.decoder.end());
    if (this.rest !== '') this.emit();
  }

  private add(part: string): void {
    this.rest = (this.rest + part).slice(0, MAX_CHARS);
  }

  private emit(): void {
    const line = this.rest;
    this.rest = '';
    this.onLine(line);
  }
}
