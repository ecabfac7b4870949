/** What ends the lines of a text in an editor, which has one kind: the one that most lines have. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  if (!text.includes('\r')) return '\n';
  const ends = text.match(/\r\n|\r|\n/g) ?? [];
  const withReturn = ends.filter((end) => end !== '\n').length;
  return withReturn > ends.length / 2 ? '\r\n' : '\n';
}

/** A text whose lines all end in the same way. */
export function withLineEnd(text: string, end: string): string {
  return end === '\n' && !text.includes('\r') ? text : text.replace(/\r\n|\r|\n/g, end);
}

/**
 * What a field makes of a text, with the line ends of that text: the field itself has `\n` alone. Lines before and behind
 * what was changed keep their own ends, others get the one that most lines have.
 */
export function withLineEndsOf(original: string, edited: string): string {
  if (!original.includes('\r')) return edited;
  const known = withLineEnd(original, '\n');
  const now = withLineEnd(edited, '\n');
  const shorter = Math.min(known.length, now.length);
  let start = 0;
  while (start < shorter && known[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && known.at(-1 - end) === now.at(-1 - end)) end += 1;
  const ends = original.match(/\r\n|\r|\n/g) ?? [];
  const lines = now.split('\n');
  const before = countLineEnds(now.slice(0, start));
  const behind = lines.length - 1 - countLineEnds(now.slice(now.length - end));
  const usual = lineEndOf(original);
  const pieces = [lines[0] ?? ''];
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    const place = at - 1 < before ? at - 1 : at - 1 - (lines.length - 1) + ends.length;
    const own = at - 1 < before || at - 1 >= behind ? (ends[place] ?? usual) : usual;
    // Behind a lone carriage return a newline would be the second half of one line end.
    pieces.push((own === '\n' && pieces.at(-1)?.endsWith('\r') === true ? '\r\n' : own) + line);
  }
  return pieces.join('');
}

function countLineEnds(text: string): number {
  return text.split('\n').length - 1;
}
