/**
 * A text as an expression of SQL, in brackets where it holds NUL, which no literal can: `('a' || chr(0) || 'b')`. The parts
 * are joined in halves, because engines limit how deep an expression is.
 */
export function textWithNul(text: string, nul: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return joined(parts, nul);
}

function joined(parts: readonly string[], nul: string): string {
  const [only = "''"] = parts;
  if (parts.length <= 1) return only;
  const half = Math.ceil(parts.length / 2);
  return `(${joined(parts.slice(0, half), nul)} || ${nul} || ${joined(parts.slice(half), nul)})`;
}
