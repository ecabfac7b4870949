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
