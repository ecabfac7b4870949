import { describe, expect, it } from '@jest/globals';
import { preloadList } from './preload-list.mjs';

const at = (path: string, kind = 'import-statement') => ({ path, kind });
const outputs = {
  'main.js': { entryPoint: 'client/src/main.ts', imports: [at('core.js'), at('studio.js', 'dynamic-import')] },
  'core.js': { imports: [at('deep.js')] },
  'deep.js': { imports: [at('core.js')] },
  'studio.js': {
    entryPoint: 'client/src/app/studio/studio-page.ts',
    imports: [at('core.js'), at('parts.js'), at('monaco.js', 'dynamic-import')],
  },
  'parts.js': { imports: [at('deep.js'), at('more.js')] },
  'more.js': { imports: [] },
  'monaco.js': { entryPoint: 'client/src/app/studio/ui/editor/monaco.ts', imports: [] },
  'jobs.js': { entryPoint: 'client/src/app/jobs/jobs-page.ts', imports: [] },
};

describe('the chunks that are fetched ahead', () => {
  it('are those of the studio, without what the page names itself and what comes later', () => {
    expect(preloadList({ outputs })).toEqual(['studio.js', 'parts.js', 'more.js']);
  });

  it('cannot be told of a build without the studio', () => {
    const others = Object.fromEntries(Object.entries(outputs).filter(([name]) => name !== 'studio.js'));
    expect(() => preloadList({ outputs: others })).toThrow('studio-page.ts');
  });
});
