import { MINUTE_MS } from './calendar.js';
import type { Order } from './orders.js';
import type { Random } from './random.js';

export interface Payment {
  readonly orderId: number;
  readonly method: 'card' | 'wallet' | 'invoice' | 'cash';
  readonly amountCents: number;
  readonly paidAt: number;
  readonly cardLastFour: string | null;
  /** Null when nothing was paid back. */
  readonly refundedCents: number | null;
}

/** How an order was paid, or null when it was not: pending ones, and most of the cancelled. */
export function paymentOf(order: Order, random: Random): Payment | null {
  const wasCancelledUnpaid = order.status === 'cancelled' && random.chance(0.7);
  if (order.status === 'pending' || wasCancelledUnpaid) return null;
  const method = order.storeId === null ? webMethod(random) : random.chance(0.3) ? 'cash' : 'card';
  const isRefunded = order.status === 'returned' || order.status === 'cancelled';
  return {
    orderId: order.id,
    method,
    amountCents: order.totalCents,
    paidAt: order.placedAt + (method === 'invoice' ? random.integer(3_000, 30_000) : random.integer(0, 9)) * MINUTE_MS,
    cardLastFour: method === 'card' ? String(random.integer(0, 9_999)).padStart(4, '0') : null,
    refundedCents: isRefunded ? order.totalCents : null,
  };
}

function webMethod(random: Random): 'card' | 'wallet' | 'invoice' {
  return (['card', 'wallet', 'invoice'] as const)[random.weighted([5, 3, 2])] ?? 'card';
}
