import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/**
 * The same schema, whose JSON Schema is made when it is first needed and kept. The protocol's server is made for each
 * request and would make it for each answer.
 */
export function describedOnce<S extends z.ZodType>(schema: S): StandardSchemaWithJSON<z.input<S>, z.output<S>> {
  const standard = schema['~standard'];
  const { jsonSchema } = standard;
  const kept = new Map<string, Record<string, unknown>>();
  const once = (side: 'input' | 'output') => (options: Parameters<typeof jsonSchema.input>[0]) => {
    const key = `${side} ${options.target}`;
    const made = kept.get(key) ?? jsonSchema[side](options);
    kept.set(key, made);
    return made;
  };
  return { '~standard': { ...standard, jsonSchema: { input: once('input'), output: once('output') } } };
}
