/** The SQL of an answer: its last fenced block that is not of another language; null where there is none. */
export function sqlInAnswer(text: string): string | null {
  const blocks = [...text.matchAll(/```[ \t]*([\w-]*)[^\n]*\n([\s\S]*?)```/g)];
  const sql = blocks.filter(([, language = '']) =>
    /^(?:sql|postgres\w*|pgsql|plpgsql|duckdb|sqlite)?$/i.test(language),
  );
  const found = sql.at(-1)?.[2]?.trim() ?? '';
  return found === '' ? null : found;
}

/** The first whole JSON object in an answer, which providers like to wrap in prose or a fence; undefined where none is. */
export function jsonInAnswer(text: string): unknown {
  for (let from = text.indexOf('{'); from !== -1; from = text.indexOf('{', from + 1)) {
    const end = endOfObject(text, from);
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
