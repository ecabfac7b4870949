import { describe, expect, it } from '@jest/globals';
import { visitChunks } from './visit-chunks.mjs';

const at = (path: string, kind = 'import-statement') => ({ path, kind });
/** Parts of the studio that come after its editor. */
const SECTIONS = Object.fromEntries(
  ['results/ui/result-area', 'results/pinned/ui/result-desk', 'files/ui/files-section', 'history/ui/history-section']
    .concat('saved/ui/saved-section', 'schema/ui/schema-section', 'tabs/ui/sorted-list')
    .map((path) => [
      `${path.split('/').at(-1)}.js`,
      { entryPoint: `client/src/app/studio/${path}.ts`, imports: [at('tree.js'), at('more.js'), at('core.js')] },
    ]),
);
const outputs = {
  'main.js': {
    entryPoint: 'client/src/main.ts',
    imports: [at('core.js'), at('studio.js', 'dynamic-import'), at('jobs.js', 'dynamic-import')],
  },
  'core.js': { imports: [at('deep.js')] },
  'deep.js': { imports: [at('core.js')] },
  'studio.js': {
    entryPoint: 'client/src/app/studio/studio-page.ts',
    imports: [
      at('core.js'),
      at('parts.js'),
      ...['monaco.js', ...Object.keys(SECTIONS)].map((path) => at(path, 'dynamic-import')),
    ],
  },
  ...SECTIONS,
  'tree.js': { imports: [at('parts.js')] },
  'parts.js': { imports: [at('deep.js'), at('more.js')] },
  'more.js': { imports: [] },
  'monaco.js': { entryPoint: 'client/src/app/studio/editor/ui/monaco.ts', imports: [at('parts.js')] },
  'jobs.js': { entryPoint: 'client/src/app/scheduler/jobs-page.ts', imports: [at('more.js'), at('core.js')] },
};

describe('the chunks that a visit begins with', () => {
  it('are those of the application, and those of the studio besides, without what comes later, and what other pages share', () => {
    expect(visitChunks({ outputs })).toEqual({
      application: ['main.js', 'core.js', 'deep.js'],
      studio: ['studio.js', 'parts.js'],
      shared: ['more.js'],
      sections: [
        ...['result-area.js', 'tree.js', 'result-desk.js', 'files-section.js', 'history-section.js'],
        ...['saved-section.js', 'schema-section.js', 'sorted-list.js'],
      ],
    });
  });

  it('are unknown for a build without the studio', () => {
    const others = Object.fromEntries(Object.entries(outputs).filter(([name]) => name !== 'studio.js'));
    expect(() => visitChunks({ outputs: others })).toThrow('studio-page.ts');
  });

  it('are unknown for a build without one of its parts', () => {
    const others = Object.fromEntries(Object.entries(outputs).filter(([name]) => name !== 'saved-section.js'));
    expect(() => visitChunks({ outputs: others })).toThrow('saved-section.ts');
  });
});
