import type { ResultSpool } from '../result-spool.js';
import { SpoolOrder } from './spool-order.js';
import type { RowOrder } from './spool-order.js';

/** Orders of one result that are kept; the one that was asked for longest ago makes room. */
const MAX_ORDERS = 6;

/** The orders in which a spooled result has been asked for, each made once, one after another. */
export class SpoolOrders {
  private readonly orders = new Map<string, Promise<SpoolOrder>>();
  private readonly abort = new AbortController();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly spool: ResultSpool) {}

  /** The order, made now if it has not been made before. Rejects once `discard` has been called. */
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
    this.abort.abort();
    await Promise.all([this.last, ...[...this.orders.values()].map(discarded)]);
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
