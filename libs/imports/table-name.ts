/** Postgres cuts longer names. */
const MAX_NAME_BYTES = 63;

/**
 * A name for the table of a file: its name without the extension, in small letters, with `_` for everything else. A name
 * that begins with a digit, or would be empty, begins with `table_`.
 */
export function tableName(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '');
  return (/^[a-z]/.test(plain) ? plain : `table_${plain}`).slice(0, MAX_NAME_BYTES).replace(/(?<!_)_+$/, '');
}
