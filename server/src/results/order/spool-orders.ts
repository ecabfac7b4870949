import type { ResultRow } from '#libs/api';
import { ABORTED } from '#libs/async';
import type { ResultSpool } from '../spool/result-spool.js';
import type { EngineOrders } from './engine-orders.js';
import { FirstRows } from './first-rows.js';
import { SpoolOrder } from './spool-order.js';
import type { RowOrder } from './row-order.js';

/** Orders of one result that are kept; the one that was asked for longest ago makes room. */
const MAX_ORDERS = 6;

/**
 * The orders in which a spooled result has been asked for. The first rows are found without one; the others are put in
 * order by the engine where it can, else here, each order once, one after another.
 */
export class SpoolOrders {
  private readonly orders = new Map<string, Promise<SpoolOrder>>();
  private readonly abort = new AbortController();
  private readonly first: FirstRows;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly spool: ResultSpool,
    private readonly engine: EngineOrders | null = null,
  ) {
    this.first = new FirstRows(spool, this.abort.signal);
  }

  /**
   * Up to `limit` rows from `offset` on in an order, fewer when they exceed `maxChars`; at least one if there is one.
   * Rejects once `discard` has been called.
   */
  async read(order: RowOrder, offset: number, limit: number, maxChars: number): Promise<ResultRow[]> {
    const rows =
      (await this.first.read(order, offset, limit, maxChars)) ??
      (await this.engine?.read(order, offset, limit, maxChars)) ??
      null;
    return rows ?? (await this.get(order)).read(offset, limit, maxChars);
  }

  /** The order sorted here, now if it has not been before. Rejects once `discard` has been called. */
  async get(order: RowOrder): Promise<SpoolOrder> {
    const key = `${order.column} ${order.direction}`;
    const made = this.orders.get(key) ?? this.make(order);
    this.orders.delete(key);
    this.orders.set(key, made);
    this.makeRoom();
    made.catch(() => {
      if (this.orders.get(key) === made) this.orders.delete(key);
    });
    return made;
  }

  /** Stops what is being made and removes the files. */
  async discard(): Promise<void> {
    this.abort.abort(ABORTED);
    await Promise.all([this.engine?.discard(), this.last, ...[...this.orders.values()].map(discarded)]);
    this.orders.clear();
  }

  private make(order: RowOrder): Promise<SpoolOrder> {
    const made = this.last.then(() => {
      this.abort.signal.throwIfAborted();
      return SpoolOrder.make(this.spool, order, this.abort.signal);
    });
    this.last = made.catch(() => undefined);
    return made;
  }

  private makeRoom(): void {
    for (const [key, order] of this.orders) {
      if (this.orders.size <= MAX_ORDERS) return;
      this.orders.delete(key);
      this.last = this.last.then(() => discarded(order));
    }
  }
}

async function discarded(order: Promise<SpoolOrder>): Promise<void> {
  await order.then(
    (made) => made.discard(),
    () => undefined,
  );
}
