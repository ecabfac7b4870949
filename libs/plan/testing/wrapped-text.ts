/** How a text came to have lines no longer than `width` characters. */
export type Wrap = (text: string, width: number) => string;

/** As a terminal shows it and a person copies it: the lines go on at the width, whatever stands there. */
const terminal: Wrap = (text, width) => perLine(text, (line) => pieces(line, width));

/** The same with a space before each line, as psql prints them. */
const psqlInTerminal: Wrap = (text, width) => terminal(text.replaceAll(/^/gm, ' '), width);

const trimmed: Wrap = (text, width) => terminal(text, width).replaceAll(/ +$/gm, '');

/** As mail programs do, between words; the space is left out. */
const mail: Wrap = (text, width) => perLine(text, (line) => words(line, width));

const quotedMail: Wrap = (text, width) => mail(text, width).replaceAll(/^/gm, '> ');

/** `format=flowed` keeps the space at the end. */
const flowedMail: Wrap = (text, width) =>
  perLine(text, (line) => words(line, width).map((part, at, all) => (at < all.length - 1 ? `${part} ` : part)));

/** `\pset format wrapped` with its marks at both edges. */
function psqlWrapped(mark: string): Wrap {
  return (text, width) =>
    perLine(text, (line) =>
      pieces(line, width - 2).map((part, at, all) => {
        const left = at === 0 ? ' ' : mark;
        return at === all.length - 1 ? left + part : left + part.padEnd(width - 2) + mark;
      }),
    );
}

/** All of them by their names. */
export const WRAPS: readonly (readonly [name: string, wrap: Wrap])[] = [
  ['a terminal', terminal],
  ['a terminal that cuts spaces off', trimmed],
  ['psql in a terminal', psqlInTerminal],
  ['a mail', mail],
  ['a quoted mail', quotedMail],
  ['a flowed mail', flowedMail],
  ['psql with marks of ASCII', psqlWrapped('.')],
  ['psql with marks of Unicode', psqlWrapped('…')],
];

function perLine(text: string, partsOf: (line: string) => readonly string[]): string {
  return text
    .split('\n')
    .flatMap((line) => partsOf(line))
    .join('\n');
}

function pieces(line: string, width: number): string[] {
  const count = Math.max(1, Math.ceil(line.length / width));
  return Array.from({ length: count }, (_, at) => line.slice(at * width, (at + 1) * width));
}

/** A word that is too long stays whole, and nothing is taken from the indentation. */
function words(line: string, width: number): string[] {
  const found: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const start = rest.length - rest.trimStart().length;
    const fitting = rest.lastIndexOf(' ', width);
    const at = fitting > start ? fitting : rest.indexOf(' ', Math.max(start, width));
    if (at === -1) break;
    found.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...found, rest];
}
