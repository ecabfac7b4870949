import { mayRunText, mayWriteStorage, refusalOfText } from './statement-guard.js';

/** As the engine writes it: a table calls no table function, and one of its columns may have any name. */
const TABLE = /^CREATE TABLE\b/;

/** A view, table or macro of a database file, with its definition as the engine writes it. */
export interface StoredObject {
  readonly name: string;
  readonly sql: string;
}

/**
 * The names of the objects whose definition calls a refused function or runs SQL from a text, and of those that name
 * one of them. A name found too many only refuses.
 */
export function namesOfIndirect(objects: readonly StoredObject[]): string[] {
  const found = new Set(objects.filter(({ sql }) => isIndirect(sql)));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    const names = [...found].map(({ name }) => name);
    for (const object of objects) if (!found.has(object) && mayName(object.sql, names)) found.add(object);
  }
  return [...new Set([...found].map(({ name }) => name))];
}

/** True where a text may name one of the objects. The engine compares names without regard to the case of ASCII. */
export function mayName(sql: string, names: readonly string[]): boolean {
  const text = asciiLower(sql.replaceAll('""', '"').replaceAll("''", "'"));
  return names.some((name) => standsIn(text, asciiLower(name)));
}

function isIndirect(sql: string): boolean {
  const mayCheckpoint = !TABLE.test(sql) && mayWriteStorage(sql);
  return mayRunText(sql) || mayCheckpoint || refusalOfText(sql, 'database', new Set()) !== null;
}

/** Letters around it make another name of it. */
function standsIn(text: string, name: string): boolean {
  const plain = name.replaceAll('""', '"').replaceAll("''", "'");
  for (let at = text.indexOf(plain); at !== -1; at = text.indexOf(plain, at + 1)) {
    const isInside = /[a-z_]/.test(text[at - 1] ?? '') || /[a-z0-9_]/.test(text[at + plain.length] ?? '');
    if (!isInside) return true;
  }
  return false;
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
