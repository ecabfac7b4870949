import { inProject } from '../project.mjs';

const LIBRARY = /^#libs\/([a-z-]+(?:\/[a-z-]+)*)$/;

/**
 * The TypeScript of a library, or of a part of one with an index of its own: tests run without a build, and never from
 * what an older build left.
 * @param {string} specifier such as `#libs/sql` or `#libs/dialects/editor`
 * @returns {string | undefined}
 */
export function libraryOf(specifier) {
  const library = LIBRARY.exec(specifier)?.[1];
  return library === undefined ? undefined : inProject(`libs/${library}/index.ts`);
}
