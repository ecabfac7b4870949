/** Words with single spaces between and the brackets of types: nothing that YAML could take for punctuation. */
const PLAIN = /^[A-Za-z_][\w.]*(?:\(\d+(?:,\d+)?\))?(?: [\w.]+(?:\(\d+(?:,\d+)?\))?)*(?:\[\])*$/;
const PLAIN_IN_LIST = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What YAML 1.2 or the older 1.1 would read as something other than text. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf|infinity)$/i;

/** Everything outside of what YAML allows in a document, and what cannot be seen or would break the line. */
const ESCAPED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;

/** Writes a text so that every YAML parser reads exactly this text: plain where that is safe, else in double quotes. */
export function yamlText(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : quoted(text);
}

/** Writes a list of texts on one line: `[tenant, id]`. */
export function yamlList(texts: readonly string[]): string {
  const items = texts.map((text) => (PLAIN_IN_LIST.test(text) && !RESERVED.test(text) ? text : quoted(text)));
  return `[${items.join(', ')}]`;
}

function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${escaped.replace(ESCAPED, escapedCharacter)}"`;
}

function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0a) return '\\n';
  if (code > 0xffff) return `\\U${code.toString(16).padStart(8, '0')}`;
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
