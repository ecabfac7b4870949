import type { AddressOf, AnyCall, CallArgument, ParameterOf, PathOf, PathParameters } from './api-call';

/** The address of something that is read with GET, for links, streams and `fetch`. */
export function apiUrl<P extends PathOf<'get'>>(path: P, ...call: CallArgument<AddressOf<'get', P>>): string;
export function apiUrl(path: string, { path: parameters, query = {} }: AnyCall = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return filledPath(path, parameters) + (text === '' ? '' : `?${text}`);
}

/** An address with some parameters filled in, such as those of tiles; the others keep their place: `{z}`. */
export function apiTemplate<P extends PathOf<'get'>>(
  path: P,
  parameters: Readonly<Partial<Record<ParameterOf<P>, string | number>>>,
): string {
  return filledPath(path, parameters);
}

/** Fills in the parameters of a path. Whatever a parameter contains, it stays one segment. */
export function filledPath(path: string, parameters: Partial<PathParameters> = {}): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = parameters[name];
    return value === undefined ? placeholder : encodeURIComponent(value);
  });
}
