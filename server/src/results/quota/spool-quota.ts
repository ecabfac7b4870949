/** Why no more of a result is kept: it is too large itself, or all results of its person are, or all together. */
export type QuotaKind = 'result' | 'person' | 'total';

/** What stops a result that has reached a limit. `maxBytes` is that limit. */
export class QuotaExceeded extends Error {
  constructor(
    readonly kind: QuotaKind,
    readonly maxBytes: number,
  ) {
    super('The result is larger than the workbench keeps.');
    this.name = 'QuotaExceeded';
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
  private readonly allocations = new Set<ResultAllocation>();

  /** `evictResults` removes finished results of one person until so many bytes are free, as far as it can. */
  constructor(
    private readonly limits: SpoolLimits,
    private readonly evictResults: (bytes: number, ownerId: string) => void = () => undefined,
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
  allocationFor(ownerId = ''): ResultAllocation {
    for (const allocation of this.allocations) if (allocation.bytes === 0) this.allocations.delete(allocation);
    const allocation: ResultAllocation = new ResultAllocation(
      ownerId,
      this.limits.resultBytes,
      (bytes) => this.grant(allocation, bytes),
      (bytes, isForSort) => this.grantCache(allocation, bytes, isForSort),
    );
    return allocation;
  }

  /** Rows come before what is there for their order, and before the oldest results of the same person. */
  private grant(allocation: ResultAllocation, bytes: number): QuotaExceeded | null {
    const { totalBytes } = this.limits;
    this.evictCache(bytes);
    const missing = Math.max(bytes - this.free, bytes - this.freeOf(allocation.ownerId));
    if (missing > 0) this.evictResults(missing, allocation.ownerId);
    if (this.free < bytes) return new QuotaExceeded('total', totalBytes);
    if (this.freeOf(allocation.ownerId) < bytes) return new QuotaExceeded('person', this.personBytes);
    this.allocations.add(allocation);
    return null;
  }

  private get personBytes(): number {
    return this.limits.personBytes ?? this.limits.totalBytes;
  }

  /** Bytes that are left of those for one person. */
  private freeOf(ownerId: string): number {
    return Math.max(0, this.personBytes - this.bytesOf((allocation) => allocation.ownerId === ownerId));
  }

  private bytesOf(isCounted: (allocation: ResultAllocation) => boolean): number {
    let bytes = 0;
    for (const allocation of this.allocations) if (isCounted(allocation)) bytes += allocation.bytes;
    return bytes;
  }

  private grantCache(allocation: ResultAllocation, bytes: number, isForSort: boolean): boolean {
    if (isForSort) this.evictCache(bytes);
    if (this.free < bytes || this.freeOf(allocation.ownerId) < bytes) return false;
    this.allocations.add(allocation);
    return true;
  }

  /** Has results let go of what they can do without until so many bytes are free. */
  private evictCache(bytes: number): void {
    for (const allocation of this.allocations) if (this.free < bytes) allocation.evictCache();
  }
}

/** What one result takes on disk: its rows, and what can be done without, such as columns ready for sorting. */
export class ResultAllocation {
  private rowBytes = 0;
  private cacheBytes = 0;
  private readonly evictors = new Set<() => void>();

  constructor(
    readonly ownerId: string,
    private readonly maxBytes: number,
    private readonly grant: (bytes: number) => QuotaExceeded | null,
    private readonly grantCache: (bytes: number, isForSort: boolean) => boolean,
  ) {}

  get bytes(): number {
    return this.rowBytes + this.cacheBytes;
  }

  /** Takes bytes for rows; null when they are granted, else what stands against it. */
  allocate(bytes: number): QuotaExceeded | null {
    if (this.rowBytes + bytes > this.maxBytes) return new QuotaExceeded('result', this.maxBytes);
    if (this.bytes + bytes > this.maxBytes) this.evictCache();
    const refusal = this.grant(bytes);
    if (refusal === null) this.rowBytes += bytes;
    return refusal;
  }

  release(bytes: number): void {
    this.rowBytes -= bytes;
  }

  /** Takes bytes for something that can be done without: only what is free now, and never at the cost of a result. */
  allocateCache(bytes: number): boolean {
    return this.addCache(bytes, false);
  }

  /** Takes bytes for an order that a request waits for: before what is only kept ready, and never at the cost of rows. */
  allocateForSort(bytes: number): boolean {
    if (this.bytes + bytes > this.maxBytes) this.evictCache();
    return this.addCache(bytes, true);
  }

  releaseCache(bytes: number): void {
    this.cacheBytes -= bytes;
  }

  /** Calls `evict` when the bytes are needed; it releases what it holds at once. */
  onEvict(evict: () => void): void {
    this.evictors.add(evict);
  }

  /** Lets go of what is only kept ready. */
  evictCache(): void {
    for (const evict of this.evictors) evict();
  }

  private addCache(bytes: number, isForSort: boolean): boolean {
    if (this.bytes + bytes > this.maxBytes || !this.grantCache(bytes, isForSort)) return false;
    this.cacheBytes += bytes;
    return true;
  }
}
