import type { ColumnDetails, ImportMapping } from '#libs/api';

/** The type of a column of the table, null where it is not known; `targets` is null where the table is created. */
export function targetTypes(
  mappings: readonly ImportMapping[],
  targets: readonly ColumnDetails[] | null,
): (target: string) => string | null {
  const types = new Map(
    targets === null
      ? mappings.map(({ target, type = '' }) => [target, type] as const)
      : targets.map(({ name, type }) => [name, type] as const),
  );
  return (target) => types.get(target) ?? null;
}
