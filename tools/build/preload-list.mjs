/**
 * @typedef {{path: string, kind: string}} ChunkImport
 * @typedef {{entryPoint?: string, imports: readonly ChunkImport[]}} Chunk
 */

/** Where visits begin. Its editor follows by itself: fetched ahead, it would hold up the page that it belongs to. */
const WANTED = 'client/src/app/studio/studio-page.ts';
const FIRST = 'client/src/main.ts';

/**
 * The chunks of the studio that `index.html` does not name itself, from what the bundler tells of its output; the server
 * has them fetched while the page is still being read. Throws where there is no studio.
 * @param {{outputs: Readonly<Record<string, Chunk>>}} stats
 * @returns {string[]}
 */
export function preloadList({ outputs }) {
  /** @param {string} source */
  const chunksOf = (source) => {
    const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === source);
    if (entry === undefined) throw new Error(`The client was built without a chunk for ${source}.`);
    return reachable(outputs, entry);
  };
  const named = new Set(chunksOf(FIRST));
  return chunksOf(WANTED).filter((name) => !named.has(name));
}

/**
 * A chunk and what it imports at once, itself first.
 * @param {Readonly<Record<string, Chunk>>} outputs
 * @param {string} entry
 */
function reachable(outputs, entry) {
  const found = new Set([entry]);
  for (const name of found)
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') found.add(path);
  return [...found];
}
