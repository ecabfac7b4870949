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
  private readonly usage = new SpoolUsage();

  /** `evictResults` removes finished results of one person until so many bytes are free, as far as it can. */
  constructor(
    private readonly limits: SpoolLimits,
    private readonly evictResults: (bytes: number, ownerId: string) => void = () => undefined,
  ) {}

  /** Bytes of the rows of all results, and of all that was made for reading them in order. */
  get used(): number {
    return this.usage.total;
  }

  /** Bytes that are left of those for all results. */
  get free(): number {
    return Math.max(0, this.limits.totalBytes - this.used);
  }

  /** One more result of a person, which takes nothing yet. */
  allocationFor(ownerId = ''): ResultAllocation {
    const { resultBytes } = this.limits;
    return new ResultAllocation({ ownerId, maxBytes: resultBytes, usage: this.usage, grants: this });
  }

  /** Rows come before what is there for their order, and before the oldest results of the same person. */
  grantRows(ownerId: string, bytes: number): QuotaExceeded | null {
    this.evictCache(bytes);
    const missing = Math.max(bytes - this.free, bytes - this.freeOf(ownerId));
    if (missing > 0) this.evictResults(missing, ownerId);
    if (this.free < bytes) return new QuotaExceeded('total', this.limits.totalBytes);
    if (this.freeOf(ownerId) < bytes) return new QuotaExceeded('person', this.personBytes);
    return null;
  }

  grantCache(ownerId: string, bytes: number, isForSort: boolean): boolean {
    if (isForSort) this.evictCache(bytes);
    return this.free >= bytes && this.freeOf(ownerId) >= bytes;
  }

  private get personBytes(): number {
    return this.limits.personBytes ?? this.limits.totalBytes;
  }

  /** Bytes that are left of those for one person. */
  private freeOf(ownerId: string): number {
    return Math.max(0, this.personBytes - this.usage.of(ownerId));
  }

  /** Has results let go of what they can do without until so many bytes are free. */
  private evictCache(bytes: number): void {
    for (const allocation of this.usage.cached) {
      if (this.free >= bytes) return;
      allocation.evictCache();
    }
  }
}

/** Sums of what results take, which are the same work for one result and for ten thousand. */
class SpoolUsage {
  total = 0;
  /** Those that hold what they can do without, from the one that has for longest. */
  readonly cached = new Set<ResultAllocation>();
  private readonly byOwner = new Map<string, number>();

  of(ownerId: string): number {
    return this.byOwner.get(ownerId) ?? 0;
  }

  add(ownerId: string, bytes: number): void {
    this.total += bytes;
    const own = this.of(ownerId) + bytes;
    if (own === 0) this.byOwner.delete(ownerId);
    else this.byOwner.set(ownerId, own);
  }
}

interface AllocationDeps {
  readonly ownerId: string;
  readonly maxBytes: number;
  readonly usage: SpoolUsage;
  readonly grants: Pick<SpoolQuota, 'grantRows' | 'grantCache'>;
}

/** What one result takes on disk: its rows, and what can be done without, such as columns ready for sorting. */
export class ResultAllocation {
  private rowBytes = 0;
  private cacheBytes = 0;
  private readonly evictors = new Set<() => void>();

  constructor(private readonly deps: AllocationDeps) {}

  get bytes(): number {
    return this.rowBytes + this.cacheBytes;
  }

  /** Takes bytes for rows; null when they are granted, else what stands against it. */
  allocate(bytes: number): QuotaExceeded | null {
    const { ownerId, maxBytes, grants } = this.deps;
    if (this.rowBytes + bytes > maxBytes) return new QuotaExceeded('result', maxBytes);
    if (this.bytes + bytes > maxBytes) this.evictCache();
    const refusal = grants.grantRows(ownerId, bytes);
    if (refusal === null) this.addRows(bytes);
    return refusal;
  }

  release(bytes: number): void {
    this.addRows(-bytes);
  }

  /** Takes bytes for something that can be done without: only what is free now, and never at the cost of a result. */
  allocateCache(bytes: number): boolean {
    return this.takeCache(bytes, false);
  }

  /** Takes bytes for an order that a request waits for: before what is only kept ready, and never at the cost of rows. */
  allocateForSort(bytes: number): boolean {
    if (this.bytes + bytes > this.deps.maxBytes) this.evictCache();
    return this.takeCache(bytes, true);
  }

  releaseCache(bytes: number): void {
    this.addCache(-bytes);
  }

  /** Calls `evict` when the bytes are needed; it releases what it holds at once. */
  onEvict(evict: () => void): void {
    this.evictors.add(evict);
  }

  /** Lets go of what is only kept ready. */
  evictCache(): void {
    for (const evict of this.evictors) evict();
  }

  private takeCache(bytes: number, isForSort: boolean): boolean {
    const { ownerId, maxBytes, grants } = this.deps;
    if (this.bytes + bytes > maxBytes || !grants.grantCache(ownerId, bytes, isForSort)) return false;
    this.addCache(bytes);
    return true;
  }

  private addRows(bytes: number): void {
    this.rowBytes += bytes;
    this.deps.usage.add(this.deps.ownerId, bytes);
  }

  private addCache(bytes: number): void {
    const { ownerId, usage } = this.deps;
    this.cacheBytes += bytes;
    usage.add(ownerId, bytes);
    if (this.cacheBytes > 0) usage.cached.add(this);
    else usage.cached.delete(this);
  }
}
