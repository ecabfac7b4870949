/** Makes an id of letters, digits and dashes out of a name; `isTaken` decides whether a number has to follow. */
export function idFromName(name: string, otherwise: string, isTaken: (id: string) => boolean): string {
  const slug = name
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|(?<!-)-+$/g, '');
  const base = slug === '' ? otherwise : slug;
  let id = base;
  for (let number = 2; isTaken(id); number++) id = `${base}-${number}`;
  return id;
}
