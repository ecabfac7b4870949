/**
 * @typedef {{path: string, kind: string}} ChunkImport
 * @typedef {{entryPoint?: string, imports: readonly ChunkImport[]}} Chunk
 */

/** Where visits begin. Its editor follows by itself: fetched ahead, it would hold up the page that it belongs to. */
const WANTED = 'client/src/app/studio/studio-page.ts';
const FIRST = 'client/src/main.ts';
/** What the studio shows of itself as soon as its editor is there, each loaded by its own. */
const AFTERWARDS = [
  'results/ui/result-area.ts',
  'results/pinned/ui/result-desk.ts',
  'files/ui/files-section.ts',
  'history/ui/history-section.ts',
  'saved/ui/saved-section.ts',
  'schema/ui/schema-section.ts',
  'tabs/ui/sorted-list.ts',
].map((path) => `client/src/app/studio/${path}`);

/**
 * The chunks that most visits begin with, from the bundler's report of its output: those of the application itself,
 * those that the studio needs besides, of these apart what other pages need, too, and those that only the studio needs
 * afterwards. Throws where there is no studio, or one of its parts.
 * @param {{outputs: Readonly<Record<string, Chunk>>}} stats
 * @returns {{application: string[], studio: string[], shared: string[], sections: string[]}} each with its entry first
 */
export function visitChunks({ outputs }) {
  /** @param {string} name @param {(kind: string) => boolean} isFollowed */
  const importsOf = (name, isFollowed = (kind) => kind === 'import-statement') =>
    (outputs[name]?.imports ?? []).filter(({ kind }) => isFollowed(kind)).map(({ path }) => path);
  /** @param {string} source */
  const entryOf = (source) => {
    const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === source);
    if (entry === undefined) throw new Error(`The client was built without a chunk for ${source}.`);
    return entry;
  };
  const [first, wanted] = [entryOf(FIRST), entryOf(WANTED)];
  const application = reachable(first, (name) => importsOf(name));
  const besides = reachable(wanted, (name) => importsOf(name)).filter((name) => !application.includes(name));
  const elsewhere = reachable(first, (name) => importsOf(name, () => true).filter((path) => path !== wanted));
  const afterwards = AFTERWARDS.flatMap((source) => reachable(entryOf(source), (name) => importsOf(name)));
  const known = new Set([...application, ...besides, ...elsewhere]);
  return {
    application,
    sections: [...new Set(afterwards)].filter((name) => !known.has(name)),
    studio: besides.filter((name) => !elsewhere.includes(name)),
    shared: besides.filter((name) => elsewhere.includes(name)),
  };
}

/**
 * A chunk and what it imports at once, itself first.
 * @param {string} entry @param {(name: string) => readonly string[]} importsOf
 */
export function reachable(entry, importsOf) {
  const found = new Set([entry]);
  for (const name of found) for (const path of importsOf(name)) found.add(path);
  return [...found];
}
