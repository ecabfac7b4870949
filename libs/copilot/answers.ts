/** Characters that are looked at for an object: from each brace the rest of the answer may be. */
const MOST_EXAMINED = 20_000_000;

/** The SQL of an answer: its last fenced block that is not of another language; null where there is none. */
export function sqlInAnswer(text: string): string | null {
  const sql = fencedBlocks(text).filter(({ language }) =>
    /^(?:sql|postgres\w*|pgsql|plpgsql|duckdb|sqlite)?$/i.test(language),
  );
  const found = sql.at(-1)?.content.trim() ?? '';
  return found === '' ? null : found;
}

/** What stands between one fence and the next; the first line begins with its language. */
function fencedBlocks(text: string): { readonly language: string; readonly content: string }[] {
  const parts = text.split('```');
  return parts.slice(0, -1).flatMap((part, index) => {
    const end = part.indexOf('\n');
    if (index % 2 === 0 || end === -1) return [];
    const language = /^[\w-]*/.exec(part.slice(0, end).trimStart())?.[0] ?? '';
    return [{ language, content: part.slice(end) }];
  });
}

/** The first whole JSON object in an answer, which providers like to wrap in prose or a fence; undefined where none is. */
export function jsonInAnswer(text: string): unknown {
  let examined = 0;
  for (let from = text.indexOf('{'); from !== -1 && examined < MOST_EXAMINED; from = text.indexOf('{', from + 1)) {
    const end = endOfObject(text, from);
    examined += (end === -1 ? text.length : end) - from;
    if (end === -1) continue;
    try {
      return JSON.parse(text.slice(from, end));
    } catch {
      // The next brace may begin a better one.
    }
  }
  return undefined;
}

function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const one = text[at];
    if (isQuoted && one === '\\') at += 1;
    else if (one === '"') isQuoted = !isQuoted;
    else if (!isQuoted && one === '{') depth += 1;
    else if (!isQuoted && one === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
