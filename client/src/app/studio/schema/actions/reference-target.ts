import type { ExploreHit } from '#libs/api';

type Table = Pick<ExploreHit, 'schema' | 'table'>;

/**
 * The table that a person means by `orders` or `public.orders`: the only one of that name, or the one in the schema of the
 * designed table; null where none is meant for certain.
 */
export function referenceTarget<T extends Table>(tables: readonly T[], text: string, schema: string): T | null {
  const whole = tables.find((one) => `${one.schema}.${one.table}` === text);
  if (whole !== undefined) return whole;
  const named = tables.filter(({ table }) => table === text);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  return named.find((one) => one.schema === schema) ?? null;
}
