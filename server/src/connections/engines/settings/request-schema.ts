import { z } from 'zod';

/**
 * The schema of settings in a request, which refuses unknown ones: what a schema has a default for may be left out or null,
 * and is not filled in; of a group, all is given. `without` are settings that requests do not have.
 */
export function requestSchema(schema: z.ZodObject, without: readonly string[] = []): z.ZodObject {
  const shape = Object.entries<z.ZodType>(schema.shape);
  const members = shape
    .filter(([name]) => !without.includes(name))
    .map(([name, member]) => {
      const inner = strictly(member);
      return [name, member.safeParse(undefined).success ? inner.nullish() : inner] as const;
    });
  return z.strictObject(Object.fromEntries(members));
}

/** The schema without its default; a group with all of its members. */
function strictly(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return strictly(schema.unwrap() as z.ZodType);
  }
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.entries<z.ZodType>(schema.shape);
  return z.strictObject(Object.fromEntries(members.map(([name, member]) => [name, strictly(member)])));
}
