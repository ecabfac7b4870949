/** The path of a folder with neither empty names nor blanks around names; null where no name is left. */
export function normalFolder(text: string): string | null {
  const names = text.split('/').flatMap((name) => name.trim() || []);
  return names.length === 0 ? null : names.join('/');
}

/** The folders that a folder is in, the outermost first, and itself. */
export function foldersTo(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
