/** What the view of a file is called that has its texts beside its values. */
export function textsOf(table: string): string {
  return `${table} with texts`;
}
