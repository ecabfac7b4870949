/** One or two letters that stand for a person: of the first and the last word of a name, or of an e-mail address. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/s, '')
    .split(/[\s._+-]+/)
    .filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => (Array.from(word ?? '')[0] ?? '').toLocaleUpperCase()).join('');
}
