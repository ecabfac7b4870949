import type { Snippet } from '../api/index.js';

/** Limits of the snippets of one person. */
export const SNIPPET_LIMITS = { count: 200, nameCharacters: 50, textCharacters: 5_000 } as const;

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** A tab stop: `${1}`, or `${1:text}` with what stands there at first. Others are characters like any. */
const PLACEHOLDER = /\$\{(\d{1,2})(?::([^{}]*))?\}/g;

/** What is wrong with the name of a snippet, in a sentence; null where nothing is. */
export function snippetNameMistake(name: string): string | null {
  if (name === '') return 'Enter a name.';
  if (name.length > SNIPPET_LIMITS.nameCharacters)
    return `Enter a name of at most ${SNIPPET_LIMITS.nameCharacters} characters.`;
  return NAME.test(name) ? null : 'Use letters, digits and _, and begin with a letter or _.';
}

/** What is wrong with the text of a snippet, in a sentence; null where nothing is. */
export function snippetTextMistake(text: string): string | null {
  if (text.trim() === '') return 'Enter the text to insert.';
  const most = SNIPPET_LIMITS.textCharacters;
  return text.length > most ? `Enter a text of at most ${most.toLocaleString('en-US')} characters.` : null;
}

/** Snippets by name, as lists show them. */
export function sortedSnippets(snippets: readonly Snippet[]): Snippet[] {
  return [...snippets].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * The text of a snippet as an editor's template: `${1:table}` is a tab stop, and every other `$`, such as that of a
 * parameter or a dollar quote, is a character. Behind the last stop the cursor is at `${0}`, else at the end.
 */
export function snippetTemplate(text: string): string {
  let [template, done] = ['', 0];
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, place = '', start] = match;
    template += escaped(text.slice(done, match.index));
    template += start === undefined || start === '' ? `\${${place}}` : `\${${place}:${escaped(start)}}`;
    done = match.index + whole.length;
  }
  return template + escaped(text.slice(done));
}

/** What a snippet inserts, with what stands at its tab stops at first. */
export function snippetPreview(text: string): string {
  return text.replace(PLACEHOLDER, (_, _place: string, start?: string) => start ?? '');
}

function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
