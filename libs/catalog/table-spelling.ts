/** A part in double quotes, in which two of them stand for one, or a bare part without a dot. */
const PART = /(?:"((?:[^"]|"")*)"|([^".]+))/;
const NAME = new RegExp(`^${PART.source}\\.${PART.source}$`);
const QUOTED = /^"((?:[^"]|"")*)"$/;

/**
 * Reads the name of a result column's table (`public.orders`, `"Odd schema"."Odd table"`) as an engine reports it; null
 * where it is none of that form.
 */
export function readQualifiedName(text: string): { readonly schema: string; readonly table: string } | null {
  const [, quotedSchema, bareSchema, quotedTable, bareTable] = NAME.exec(text) ?? [];
  const schema = quotedSchema?.replaceAll('""', '"') ?? bareSchema;
  const table = quotedTable?.replaceAll('""', '"') ?? bareTable;
  return schema === undefined || table === undefined ? null : { schema, table };
}

/**
 * Reads a table as a person writes it in SQL: `"Weird Table"`, `"My Schema"."Weird Table"`, `public.orders`; null for a
 * bare name, which is the table's name as it is. Bare parts keep their case.
 */
export function readTableSpelling(text: string): { readonly schema: string | null; readonly table: string } | null {
  const quoted = QUOTED.exec(text)?.[1];
  return quoted === undefined ? readQualifiedName(text) : { schema: null, table: quoted.replaceAll('""', '"') };
}

/**
 * The tables that a text without quotes around its parts may name, `schema.table` for each schema that it begins with:
 * `Odd schema.Odd "table"`, and with dots in names several.
 */
export function tablesInSchemas(
  text: string,
  schemas: readonly string[],
): readonly { readonly schema: string; readonly table: string }[] {
  return schemas
    .filter((schema) => text.startsWith(`${schema}.`) && text.length > schema.length + 1)
    .map((schema) => ({ schema, table: text.slice(schema.length + 1) }));
}
