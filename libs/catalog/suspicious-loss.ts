/** Fewer lost tables than these are a change like any other. */
const MIN_LOST_TABLES = 20;

/**
 * Tells whether so many tables are missing that a lost right, or a catalog that hides things, is likelier than a change:
 * more than half of them, and at least 20. `before` and `after` are numbers of tables.
 */
export function isSuspiciousLoss(before: number, after: number): boolean {
  return before - after >= MIN_LOST_TABLES && after < before / 2;
}
