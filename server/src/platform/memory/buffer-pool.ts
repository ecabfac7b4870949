const SMALLEST_BYTES = 16 * 1024;
/** Sizes between a power of two and the next, so that a buffer is at most a quarter larger than it has to be. */
const STEPS = 4;
const LARGEST_BYTES = 1024 * 1024;
const DEFAULT_SPARE_BYTES = 4 * 1024 * 1024;

/**
 * Buffers that are used again once they have been written. A stream of new ones is freed by a full collection only and
 * leaves holes in the memory of the C library's allocator, which keeps them.
 */
export class BufferPool {
  /** By size, the size that was given back last at the end. */
  private readonly spare = new Map<number, Buffer[]>();
  private spareBytes = 0;

  /** `maxSpareBytes` wait for their next use at most. */
  constructor(private readonly maxSpareBytes = DEFAULT_SPARE_BYTES) {}

  /** A buffer with room for at least so many bytes, with any content. */
  take(bytes: number): Buffer {
    if (bytes > LARGEST_BYTES) return Buffer.allocUnsafeSlow(bytes);
    const size = sizeFor(bytes);
    const buffer = this.spare.get(size)?.pop();
    if (buffer === undefined) return Buffer.allocUnsafeSlow(size);
    this.spareBytes -= size;
    return buffer;
  }

  /** A text in UTF-8, in a buffer that `giveBack` takes. */
  encode(text: string): Buffer {
    const bytes = Buffer.byteLength(text);
    const buffer = this.take(bytes);
    return buffer.subarray(0, buffer.write(text));
  }

  /** Takes back what `take` or `encode` gave; it must not be used afterwards. */
  giveBack(buffer: Buffer): void {
    const { byteLength } = buffer.buffer;
    if (byteLength > Math.min(LARGEST_BYTES, this.maxSpareBytes)) return;
    const same = this.spare.get(byteLength) ?? [];
    this.spare.delete(byteLength);
    this.makeRoom(byteLength);
    if (this.spareBytes + byteLength <= this.maxSpareBytes) {
      this.spareBytes += byteLength;
      same.push(Buffer.from(buffer.buffer));
    }
    if (same.length > 0) this.spare.set(byteLength, same);
  }

  /** Drops buffers of the sizes that were not used for longest: those of an earlier stream must not stay in the way. */
  private makeRoom(bytes: number): void {
    for (const [size, buffers] of this.spare) {
      while (this.spareBytes + bytes > this.maxSpareBytes && buffers.length > 0) {
        buffers.pop();
        this.spareBytes -= size;
      }
      if (buffers.length > 0) return;
      this.spare.delete(size);
    }
  }
}

function sizeFor(bytes: number): number {
  if (bytes <= SMALLEST_BYTES) return SMALLEST_BYTES;
  const step = 2 ** Math.floor(Math.log2(bytes)) / STEPS;
  return Math.ceil(bytes / step) * step;
}
