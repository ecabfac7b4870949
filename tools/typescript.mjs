import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const PROJECT = new URL('..', import.meta.url).href;
const LIBRARY = /^#libs\/(.+)$/;

/**
 * Lets the tools import the server's TypeScript as it stands, without a build: Node strips the types by itself, only
 * an import of `./name.js` has to be led to `./name.ts`, and one of `#libs/name` to the library's sources.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const library = LIBRARY.exec(specifier)?.[1];
    if (library !== undefined) return nextResolve(new URL(`libs/${library}/index.ts`, PROJECT).href, context);
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.startsWith(PROJECT)) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
