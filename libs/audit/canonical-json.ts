/** A value that JSON can say. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue | undefined };

/**
 * The one text of a JSON value, whatever wrote it and in whatever order its members stand (RFC 8785): members sorted by
 * their UTF-16 code units, no white space, numbers and strings as ECMAScript writes them. Members that are undefined are
 * left out. Numbers have to be finite and strings well formed, as JSON cannot say others.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
