/** Why no more of a result is kept: it is too large itself, or all results together are. */
export type QuotaKind = 'result' | 'total';

/** What stops a result that has reached a limit. `maxBytes` is that limit. */
export class QuotaReached extends Error {
  constructor(
    readonly kind: QuotaKind,
    readonly maxBytes: number,
  ) {
    super('The result is larger than the workbench keeps.');
    this.name = 'QuotaReached';
  }
}

/** Bytes on disk that results may take. */
export interface SpoolLimits {
  readonly resultBytes: number;
  readonly totalBytes: number;
}

/** Counts the bytes that results take on disk, and has the oldest make room for new ones. */
export class SpoolQuota {
  /** Those that take anything, the oldest first. */
  private readonly shares = new Set<ResultShare>();

  /** `makeRoom` lets results go that can, so that as many bytes are given back as it is asked for, if it can. */
  constructor(
    private readonly limits: SpoolLimits,
    private readonly makeRoom: (bytes: number) => void = () => undefined,
  ) {}

  /** Bytes of the rows of all results, and of all that was made for reading them in order. */
  get used(): number {
    let bytes = 0;
    for (const share of this.shares) bytes += share.bytes;
    return bytes;
  }

  /** Bytes that are left of those for all results. */
  get free(): number {
    return Math.max(0, this.limits.totalBytes - this.used);
  }

  /** One more result, which takes nothing yet. */
  openShare(): ResultShare {
    for (const share of this.shares) if (share.bytes === 0) this.shares.delete(share);
    const share: ResultShare = new ResultShare(
      this.limits.resultBytes,
      (bytes) => this.grant(share, bytes),
      (bytes, isAskedFor) => this.grantSpare(share, bytes, isAskedFor),
    );
    return share;
  }

  /** Rows come before what is there for their order, and before the oldest results. */
  private grant(share: ResultShare, bytes: number): QuotaReached | null {
    const { totalBytes } = this.limits;
    this.dropSpare(bytes);
    if (this.free < bytes) this.makeRoom(bytes - this.free);
    if (this.free < bytes) return new QuotaReached('total', totalBytes);
    this.shares.add(share);
    return null;
  }

  private grantSpare(share: ResultShare, bytes: number, isAskedFor: boolean): boolean {
    if (isAskedFor) this.dropSpare(bytes);
    if (this.free < bytes) return false;
    this.shares.add(share);
    return true;
  }

  /** Has results let go of what they can do without until so many bytes are free. */
  private dropSpare(bytes: number): void {
    for (const share of this.shares) if (this.free < bytes) share.dropSpare();
  }
}

/** What one result takes on disk: its rows, and what can be done without, such as columns ready for sorting. */
export class ResultShare {
  private rowBytes = 0;
  private spareBytes = 0;
  private readonly droppers = new Set<() => void>();

  constructor(
    private readonly maxBytes: number,
    private readonly grant: (bytes: number) => QuotaReached | null,
    private readonly grantSpare: (bytes: number, isAskedFor: boolean) => boolean,
  ) {}

  get bytes(): number {
    return this.rowBytes + this.spareBytes;
  }

  /** Takes bytes for rows; null when they are granted, else what stands against it. */
  take(bytes: number): QuotaReached | null {
    if (this.rowBytes + bytes > this.maxBytes) return new QuotaReached('result', this.maxBytes);
    if (this.bytes + bytes > this.maxBytes) this.dropSpare();
    const refusal = this.grant(bytes);
    if (refusal === null) this.rowBytes += bytes;
    return refusal;
  }

  giveBack(bytes: number): void {
    this.rowBytes -= bytes;
  }

  /** Takes bytes for something that can be done without: only what is free now, and never at the cost of a result. */
  takeSpare(bytes: number): boolean {
    return this.addSpare(bytes, false);
  }

  /** Takes bytes for an order that somebody waits for: before what is only kept ready, and never at the cost of rows. */
  takeForOrder(bytes: number): boolean {
    if (this.bytes + bytes > this.maxBytes) this.dropSpare();
    return this.addSpare(bytes, true);
  }

  giveBackSpare(bytes: number): void {
    this.spareBytes -= bytes;
  }

  /** `drop` is called when the room is needed; it gives back at once what it holds. */
  onPressure(drop: () => void): void {
    this.droppers.add(drop);
  }

  /** Lets go of what is only kept ready. */
  dropSpare(): void {
    for (const drop of this.droppers) drop();
  }

  private addSpare(bytes: number, isAskedFor: boolean): boolean {
    if (this.bytes + bytes > this.maxBytes || !this.grantSpare(bytes, isAskedFor)) return false;
    this.spareBytes += bytes;
    return true;
  }
}
