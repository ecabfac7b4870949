import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FORMATS = ['csv', 'ndjson', 'json'];

/**
 * Writes so many CSV and JSON files of 1,000 to 20,000 rows, some 2 MB at most, and answers with their tables' names.
 * @param {string} folder @param {number} count
 */
export function writeManyFiles(folder, count) {
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, place) => {
    const format = FORMATS[place % FORMATS.length] ?? 'csv';
    const name = `file_${place}`;
    writeFileSync(join(folder, `${name}.${format}`), contentOf(format, 1000 * (1 + (place % 20))));
    return name;
  });
}

/** @param {string} format @param {number} rows */
function contentOf(format, rows) {
  const records = Array.from({ length: rows }, (_, row) => ({
    id: row,
    name: `customer ${row * 7919}`,
    amount: (row * 31) / 7,
    day: `2026-0${1 + (row % 9)}-1${row % 10}`,
    note: row % 5 === 0 ? null : `note of row ${row}`,
  }));
  if (format === 'json') return JSON.stringify(records);
  if (format === 'ndjson') return records.map((record) => JSON.stringify(record)).join('\n');
  return ['id,name,amount,day,note', ...records.map((record) => Object.values(record).join(','))].join('\n');
}
