import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the build reads from the return types of the controllers. */
export interface ApiTypes {
  /** By operation id, `Controller_method`. Operations that write their answer themselves are missing. */
  readonly answers: Readonly<Record<string, { readonly mediaType: string; readonly schema: JsonSchema }>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** Written by the build; the second place is that of a server that runs from its sources. */
const FILES = ['../../../../api-types.json', '../../../../dist/api-types.json'].map((path) =>
  join(import.meta.dirname, path),
);

/** Reads the types; empty where nothing was built. */
export function readApiTypes(): ApiTypes {
  const file = FILES.find((path) => existsSync(path));
  return file === undefined ? { answers: {}, schemas: {} } : (JSON.parse(readFileSync(file, 'utf8')) as ApiTypes);
}
