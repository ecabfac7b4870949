import { Scalar } from 'yaml';

/** A setting's value as it goes into the file. */
export type SettingValue = string | number | boolean | { readonly max: number };

/** How texts are quoted: as the value before was, or always doubly as in JSON. */
export type Quoting = 'plain' | 'single' | 'double';

/** Reads how an existing value is quoted, so that its successor looks alike. */
export function quotingOf(scalar: Scalar): Quoting {
  if (scalar.type === Scalar.QUOTE_SINGLE) return 'single';
  return scalar.type === Scalar.QUOTE_DOUBLE ? 'double' : 'plain';
}

/** Writes a value on one line so that it means exactly itself, in lines as well as inside brackets. */
export function renderValue(value: SettingValue, quoting: Quoting): string {
  if (typeof value === 'object') return quoting === 'double' ? `{ "max": ${value.max} }` : `{ max: ${value.max} }`;
  if (typeof value !== 'string') return String(value);
  if (quoting === 'plain' && isPlain(value)) return value;
  return quoting === 'single' && isPrintable(value) ? `'${value.replaceAll("'", "''")}'` : doubleQuoted(value);
}

const WORDS = /^[\p{L}_./][\p{L}\p{N}_./@+()-]*(?:(?: |:)[\p{L}\p{N}_./@+()-]+)*$/u;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** What YAML 1.1 or 1.2 would read as something else than text. */
const SPECIAL = /^(?:null|true|false|yes|no|on|off|y|n|\.inf|\.nan|\.\d.*|\.{3}.*)$/i;

function isPlain(text: string): boolean {
  return text.length <= 200 && (ADDRESS.test(text) || (WORDS.test(text) && !SPECIAL.test(text)));
}

function isPrintable(text: string): boolean {
  return /^[\p{L}\p{N}\p{P}\p{S} ]*$/u.test(text) && !text.includes('\ufeff');
}

/** JSON's quotes are YAML's, once everything that YAML does not print is escaped. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
