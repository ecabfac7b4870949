import type { OpenAPIObject } from '@nestjs/swagger';

/** Completes a document with the texts that its named types stand for, by the name of the type. */
export function listNames(document: OpenAPIObject, names: Readonly<Record<string, readonly string[]>>): OpenAPIObject {
  const { schemas = {} } = document.components ?? {};
  const listed = Object.fromEntries(
    Object.entries(names).map(([type, texts]) => [type, { type: 'string', ...schemas[type], enum: [...texts] }]),
  ) as typeof schemas;
  return { ...document, components: { ...document.components, schemas: { ...schemas, ...listed } } };
}
