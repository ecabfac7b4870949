import type { BufferPool } from './buffer-pool.js';

/**
 * A buffer of a pool with several holders, such as a result and the answers that send it. The pool gets it back when the
 * last one has released it; a holder that never does leaves it to the garbage collector.
 */
export class SharedBuffer {
  readonly bytes: Buffer;
  private holders = 1;

  /** Takes a buffer with room for at least so many bytes. Its maker is the first holder. */
  constructor(
    private readonly pool: BufferPool,
    bytes: number,
  ) {
    this.bytes = pool.take(bytes);
  }

  /** Adds a holder; the function releases the buffer for it, once. The content must not change from here on. */
  hold(): () => void {
    this.holders += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.release();
      isHeld = false;
    };
  }

  /** Ends the hold of the maker. The bytes must not be used by it afterwards. */
  release(): void {
    this.holders -= 1;
    if (this.holders === 0) this.pool.giveBack(this.bytes);
  }
}
