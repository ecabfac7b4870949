/** A text of a type that Postgres compares as `text`. */
const ELEMENT = /(?:'(?:[^']|'')*'|NULL)::character varying/y;
const BEGIN = '(ARRAY[';
const END = '])::text[]';

/**
 * An expression in the spelling that every server has in common. Postgres prints a list of texts as an array that is cast,
 * `(ARRAY['a'::character varying])::text[]`, until the expression is made from its own text, as by a dump: from then on it
 * casts each element, `ARRAY[('a'::character varying)::text]`.
 */
export function commonSpelling(expression: string): string {
  if (!expression.includes(END)) return expression;
  let text = '';
  let from = 0;
  for (let at = expression.indexOf(BEGIN); at !== -1; at = expression.indexOf(BEGIN, at + 1)) {
    const elements = elementsAt(expression, at + BEGIN.length);
    if (elements === null) continue;
    text += `${expression.slice(from, at)}ARRAY[${elements.list.map((element) => `(${element})::text`).join(', ')}]`;
    from = elements.end;
  }
  return text + expression.slice(from);
}

/** The elements of an array from there to its cast, and where that ends; null where it is another one. */
function elementsAt(expression: string, start: number): { readonly list: string[]; readonly end: number } | null {
  const list: string[] = [];
  for (let at = start; ; at += 2) {
    ELEMENT.lastIndex = at;
    const [element] = ELEMENT.exec(expression) ?? [];
    if (element === undefined) return null;
    list.push(element);
    at += element.length;
    if (expression.startsWith(END, at)) return { list, end: at + END.length };
    if (!expression.startsWith(', ', at)) return null;
  }
}
