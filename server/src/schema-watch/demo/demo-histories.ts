/** A catalog of the demo as it was some days ago, as statements that lead back to it from today's. */
export interface EarlierCatalog {
  readonly daysAgo: number;
  readonly statements: readonly string[];
}

const WITH_FAX = 'ALTER TABLE public.customers ADD COLUMN fax text';
const WITHOUT_EMAIL = 'ALTER TABLE warehouse.suppliers DROP COLUMN contact_email';
const WITHOUT_GIFTS = 'ALTER TABLE public.orders DROP COLUMN gift_message';
const WIDER_PRICE = 'ALTER TABLE public.products ALTER COLUMN price TYPE numeric(12,2)';

const FIRST = [WITH_FAX, WITHOUT_EMAIL, WITHOUT_GIFTS];

/**
 * A week of the shop, oldest first: a price became wider by mistake and was put back, two columns came, and the last
 * change dropped one that the demo's contract expects.
 */
const SHOP: readonly EarlierCatalog[] = [
  { daysAgo: 6, statements: FIRST },
  { daysAgo: 5, statements: [...FIRST, WIDER_PRICE] },
  { daysAgo: 4, statements: [WITH_FAX, WITHOUT_EMAIL] },
  { daysAgo: 3, statements: [WITH_FAX] },
  { daysAgo: 2, statements: [WITH_FAX] },
  { daysAgo: 1, statements: [] },
];

/** A column came, which the contract on it does not mind. */
const REPORTING: readonly EarlierCatalog[] = [
  { daysAgo: 6, statements: ['ALTER TABLE public.store_sales DROP COLUMN returned_orders'] },
  { daysAgo: 3, statements: [] },
];

/** The week of each relational connection of the demo, by its id. */
export const DEMO_HISTORIES: ReadonlyMap<string, readonly EarlierCatalog[]> = new Map([
  ['shop', SHOP],
  ['reporting', REPORTING],
]);
