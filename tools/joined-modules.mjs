const PLACES = /\bimport\.meta\.(url|dirname|filename)\b/g;

/** Whether what a module imports is a package, which stays outside of a joined file. @param {string} specifier */
export function isPackage(specifier) {
  return !/^(?:\.{1,2}\/|\/|#libs\/)/.test(specifier);
}

/**
 * The code of a module with an expression for each way in which it names its place: in a joined file it has another.
 * @param {string} code
 * @param {{url: string, dirname: string, filename: string}} places
 */
export function withPlaces(code, places) {
  return code.replace(PLACES, (_, name) => places[/** @type {keyof typeof places} */ (name)]);
}
