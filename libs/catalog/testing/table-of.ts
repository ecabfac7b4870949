import type { Column, ForeignKey, Table } from '../catalog.js';

/**
 * Builds a table for a case from short words: `geo.areas` with columns such as `id bigint not null`. Names in a case
 * contain no dots and spaces; hostile ones are the business of the properties.
 */
export function tableOf(name: string, columns: readonly string[], rest: Partial<Table> = {}): Table {
  const [schema, table] = name.includes('.') ? name.split('.') : ['public', name];
  return {
    schema: schema ?? '',
    name: table ?? '',
    columns: columns.map(columnOf),
    primary_key: [],
    foreign_keys: [],
    indexes: [],
    ...rest,
  };
}

function columnOf(text: string, index: number): Column {
  const nullable = !text.endsWith(' not null');
  const [name = '', ...type] = text.replace(/ not null$/, '').split(' ');
  return { name, type: type.join(' '), nullable, position: index + 1 };
}

/** Builds a foreign key: `foreignKeyOf(['tenant', 'no'], 'geo.lines', ['tenant', 'line_no'])`. */
export function foreignKeyOf(columns: string[], table: string, referenced: string[]): ForeignKey {
  const { schema, name } = tableOf(table, []);
  return { columns, references: { schema, name, columns: referenced } };
}
