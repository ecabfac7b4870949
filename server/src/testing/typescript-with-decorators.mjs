import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compiledTypeScript } from '../../../tools/jest/native/compiled-typescript.mjs';
import '../../../tools/typescript.mjs';

/**
 * Lets a process of its own run the server's TypeScript as Jest does: Node does not know decorators. It shares what the
 * workers have compiled.
 */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
    return { format: 'module', source: compiledTypeScript(fileURLToPath(url)).code, shortCircuit: true };
  },
});
