/** Why no more of a result is kept: it is too large itself, or all results of its person are, or all together. */
export type QuotaKind = 'result' | 'person' | 'total';

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
  /** Of all results of one person; left out, as many as of all people. */
  readonly personBytes?: number;
  readonly totalBytes: number;
}

/** Counts the bytes that results take on disk, and has the oldest of a person make room for that person's new ones. */
export class SpoolQuota {
  /** Those that take anything, the oldest first. */
  private readonly shares = new Set<ResultShare>();

  /** `makeRoom` lets results of one person go that can, so that as many bytes are given back as are asked for, if it can. */
  constructor(
    private readonly limits: SpoolLimits,
    private readonly makeRoom: (bytes: number, ownerId: string) => void = () => undefined,
  ) {}

  /** Bytes of the rows of all results, and of all that was made for reading them in order. */
  get used(): number {
    return this.bytesOf(() => true);
  }

  /** Bytes that are left of those for all results. */
  get free(): number {
    return Math.max(0, this.limits.totalBytes - this.used);
  }

  /** One more result of a person, which takes nothing yet. */
  openShare(ownerId = ''): ResultShare {
    for (const share of this.shares) if (share.bytes === 0) this.shares.delete(share);
    const share: ResultShare = new ResultShare(
      ownerId,
      this.limits.resultBytes,
      (bytes) => this.grant(share, bytes),
      (bytes, isAskedFor) => this.grantSpare(share, bytes, isAskedFor),
    );
    return share;
  }

  /** Rows come before what is there for their order, and before the oldest results of the same person. */
  private grant(share: ResultShare, bytes: number): QuotaReached | null {
    const { totalBytes } = this.limits;
    this.dropSpare(bytes);
    const missing = Math.max(bytes - this.free, bytes - this.freeOf(share.ownerId));
    if (missing > 0) this.makeRoom(missing, share.ownerId);
    if (this.free < bytes) return new QuotaReached('total', totalBytes);
    if (this.freeOf(share.ownerId) < bytes) return new QuotaReached('person', this.personBytes);
    this.shares.add(share);
    return null;
  }

  private get personBytes(): number {
    return this.limits.personBytes ?? this.limits.totalBytes;
  }

  /** Bytes that are left of those for one person. */
  private freeOf(ownerId: string): number {
    return Math.max(0, this.personBytes - this.bytesOf((share) => share.ownerId === ownerId));
  }

  private bytesOf(isMeant: (share: ResultShare) => boolean): number {
    let bytes = 0;
    for (const share of this.shares) if (isMeant(share)) bytes += share.bytes;
    return bytes;
  }

  private grantSpare(share: ResultShare, bytes: number, isAskedFor: boolean): boolean {
    if (isAskedFor) this.dropSpare(bytes);
    if (this.free < bytes || this.freeOf(share.ownerId) < bytes) return false;
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
    readonly ownerId: string,
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

  /** Takes bytes for an order that a request waits for: before what is only kept ready, and never at the cost of rows. */
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
