/** The offset where the line that holds `offset` begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of the line break that ends the line of `offset` (before a carriage return), or of the text's end. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** The offset where the line after that of `offset` begins, or the text's end. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** The line break that this text uses. */
export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Whether the line that begins at `start` holds nothing but white space. */
export function isBlankLine(text: string, start: number): boolean {
  return text.slice(start, nextLine(text, start)).trim() === '';
}

/** Replaces the characters from `start` up to `end`. */
export function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}
