/** The pattern of `LIKE … ESCAPE '\'` that finds texts with `part` in them; what means something in a pattern is itself. */
export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
