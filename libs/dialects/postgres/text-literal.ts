/** As `E'…'` a backslash is itself whatever the server's `standard_conforming_strings` says. */
export function textLiteral(text: string): string {
  const literal = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${literal.replaceAll('\\', '\\\\')}` : literal;
}
