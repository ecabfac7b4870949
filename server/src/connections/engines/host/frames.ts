/**
 * The framing of the line between the workbench and an engine host: four bytes of length, one byte of kind, the
 * payload. A control message is JSON; a batch of rows has a format of its own (see `row-batch.ts`).
 */
export const FRAME_KINDS = { control: 0, rows: 1 } as const;

export interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
}

export const FRAME_HEADER_BYTES = 5;
const MAX_PAYLOAD_BYTES = 0xffff_ffff;

/** A control message as one frame. Throws `RangeError` when it is longer than 4 GiB. */
export function controlFrame(message: object): Buffer {
  const text = JSON.stringify(message);
  const byteCount = Buffer.byteLength(text);
  const frame = newFrame(FRAME_KINDS.control, byteCount);
  frame.write(text, FRAME_HEADER_BYTES);
  return frame;
}

/** A frame whose payload is still to be written, behind `FRAME_HEADER_BYTES`. */
export function newFrame(kind: number, payloadBytes: number): Buffer {
  if (payloadBytes > MAX_PAYLOAD_BYTES) throw new RangeError('A frame holds at most 4 GiB.');
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + payloadBytes);
  frame.writeUInt32LE(payloadBytes, 0);
  frame[4] = kind;
  return frame;
}

/** Cuts a stream of bytes into frames, however the bytes are split. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private available = 0;

  constructor(private readonly onFrame: (frame: Frame) => void) {}

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.available += chunk.length;
    let frame = this.next();
    while (frame !== null) {
      this.onFrame(frame);
      frame = this.next();
    }
  }

  private next(): Frame | null {
    if (this.available < FRAME_HEADER_BYTES) return null;
    const head = this.headerBytes();
    const end = FRAME_HEADER_BYTES + head.readUInt32LE(0);
    if (this.available < end) return null;
    const bytes = this.joined();
    this.chunks = bytes.length === end ? [] : [bytes.subarray(end)];
    this.available -= end;
    return { kind: bytes[4] ?? 0, payload: bytes.subarray(FRAME_HEADER_BYTES, end) };
  }

  /** The first bytes; only a header that is itself split costs a copy. */
  private headerBytes(): Buffer {
    const [first] = this.chunks;
    return first !== undefined && first.length >= FRAME_HEADER_BYTES ? first : this.joined();
  }

  private joined(): Buffer {
    const [first] = this.chunks;
    if (first !== undefined && this.chunks.length === 1) return first;
    const bytes = Buffer.concat(this.chunks, this.available);
    this.chunks = [bytes];
    return bytes;
  }
}
