import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';

/** The root of the checkout, seen from here. */
const ROOT = new URL('../../../../', import.meta.url);

/** Lets a thread load the TypeScript of a checkout; a build has JavaScript and starts programs without this. */
function loadTypeScript(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const library = /^#libs\/([a-z-]+)$/.exec(specifier)?.[1];
      if (library !== undefined) return next(new URL(`libs/${library}/index.ts`, ROOT).href, context);
      const isOwn = specifier.startsWith('.') && extname(context.parentURL ?? '') === '.ts';
      return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
    },
    load: (url, context, next) => {
      if (!url.startsWith('file:') || extname(url) !== '.ts') return next(url, context);
      const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'), { mode: 'transform' });
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

loadTypeScript();
await import((workerData as { readonly program: string }).program);
