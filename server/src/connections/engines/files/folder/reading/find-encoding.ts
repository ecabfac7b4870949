import { isAscii, isUtf8 } from 'node:buffer';
import { encodingOfStart, incompleteTail, isMostlyUtf8, type KnownEncoding } from '#libs/files';
import { textSource } from './text-source.js';

/** The encoding of a file by its bytes. */
export type FoundEncoding =
  | { readonly kind: 'found'; readonly encoding: KnownEncoding; readonly hasMark: boolean }
  /** UTF-8 with invalid bytes, or UTF-32. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const START_BYTES = 64 * 1024;
const DAMAGED =
  'it is UTF-8 with invalid bytes. Correct the file, or set its encoding: utf-8-replace shows them as �, windows-1252 as letters.';
const UTF_32 = 'it is UTF-32. Convert it to UTF-8.';
const FALLBACK: FoundEncoding = { kind: 'found', encoding: 'windows-1252', hasMark: false };

/**
 * Looks at the bytes of a text file, at most `limitBytes` of them: its byte order mark, then whether it is valid UTF-8.
 * What is neither is Windows-1252, which has a character for each byte and holds Latin-1's letters at their places.
 */
export async function findEncoding(path: string, limitBytes: number, signal?: AbortSignal): Promise<FoundEncoding> {
  const scan = new Utf8Scan();
  let hasMark = false;
  for await (const chunk of textSource(path, signal)) {
    if (scan.bytes === 0) {
      const start = encodingOfStart(chunk.subarray(0, START_BYTES));
      if (start?.encoding === 'utf-32') return { kind: 'unreadable', reason: UTF_32 };
      hasMark = (start?.markBytes ?? 0) > 0;
      if (start !== null && start.encoding !== 'utf-8') return { kind: 'found', encoding: start.encoding, hasMark };
    }
    const damage = scan.add(chunk);
    if (damage !== null) return damage;
    if (scan.bytes >= limitBytes) return { kind: 'found', encoding: 'utf-8', hasMark };
  }
  return scan.end() ?? { kind: 'found', encoding: 'utf-8', hasMark };
}

/** Checks chunks of a text for valid UTF-8, whose characters may lie across them. */
class Utf8Scan {
  bytes = 0;
  private hasSequences = false;
  private carried = Buffer.alloc(0);

  /** Null while all is valid. */
  add(chunk: Buffer): FoundEncoding | null {
    this.bytes += chunk.length;
    const joined = this.carried.length === 0 ? chunk : Buffer.concat([this.carried, chunk]);
    const body = joined.subarray(0, joined.length - incompleteTail(joined));
    this.carried = Buffer.from(joined.subarray(body.length));
    if (!isUtf8(body)) return this.verdict(body);
    this.hasSequences ||= !isAscii(body);
    return null;
  }

  end(): FoundEncoding | null {
    return this.carried.length === 0 ? null : this.verdict(this.carried);
  }

  private verdict(body: Buffer): FoundEncoding {
    const isDamaged = this.hasSequences || isMostlyUtf8(body);
    return isDamaged ? { kind: 'unreadable', reason: DAMAGED } : FALLBACK;
  }
}
