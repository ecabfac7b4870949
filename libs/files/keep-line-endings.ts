/**
 * Writes an edited text with the line endings that the file had: editors know one kind for a whole text. Lines that are
 * the same at the beginning and at the end of both texts keep their own; those in between get what most lines had.
 * Without a former text, or where that has one line, the text stays as it is.
 */
export function keepLineEndings(text: string, former: string): string {
  const before = linesOf(former);
  const endings = before.flatMap(({ ending }) => (ending === '' ? [] : [ending]));
  if (endings.length === 0) return text;
  const usual = mostFrequent(endings);
  const after = linesOf(text);
  const head = sameAtStart(before, after);
  const tail = Math.min(
    sameAtStart([...before].reverse(), [...after].reverse()),
    after.length - head,
    before.length - head,
  );
  const shift = before.length - after.length;
  const kept = after
    .map(({ content, ending }, index) => {
      if (ending === '') return content;
      const isTail = index >= after.length - tail;
      const own = index < head ? before[index] : isTail ? before[index + shift] : undefined;
      return content + (own === undefined || own.ending === '' ? usual : own.ending);
    })
    .join('');
  // A carriage return and a line feed of two lines, with nothing between them, would read as one end.
  return plain(kept) === plain(text) ? kept : plain(text).replaceAll('\n', usual);
}

function plain(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\n');
}

interface Line {
  readonly content: string;
  readonly ending: string;
}

function linesOf(text: string): Line[] {
  const parts = text.split(/(\r\n|\r|\n)/);
  const lines: Line[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    lines.push({ content: parts[index] ?? '', ending: parts[index + 1] ?? '' });
  }
  return lines;
}

function sameAtStart(a: readonly Line[], b: readonly Line[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count]?.content === b[count]?.content) count += 1;
  return count;
}

function mostFrequent(endings: readonly string[]): string {
  const count = new Map<string, number>();
  for (const ending of endings) count.set(ending, (count.get(ending) ?? 0) + 1);
  return [...count].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '\n';
}
