/** Milliseconds since the epoch: SQLite answers numbers, Postgres texts. */
export const epoch = {
  to: (value: number | null): number | null => value,
  from: (value: number | string | null): number | null => (value === null ? null : Number(value)),
};
