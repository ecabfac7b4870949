import type { Contract } from './contract.js';
import { type ForeignKeyEntry, type TableEntry, tableEntries } from './contract-document.js';
import { yamlList, yamlText } from './yaml-scalar.js';

/**
 * A contract as readable YAML with the specification's top-level keys `contract`, `connection_id`, `frozen_at` and
 * `tables`, ending in a newline. Equal contracts give equal texts in a stable order, so that a repository shows small
 * differences. It is a rendering and never read back; table names of more than 1,024 characters are beyond YAML's keys.
 */
export function contractYaml(contract: Contract): string {
  const tables = tableEntries(contract.tables).flatMap(tableLines);
  const lines = [
    `contract: ${yamlText(contract.name)}`,
    `connection_id: ${yamlText(contract.connection_id)}`,
    `frozen_at: ${yamlText(contract.frozen_at)}`,
    ...(tables.length > 0 ? ['tables:', ...tables] : ['tables: {}']),
  ];
  return `${lines.join('\n')}\n`;
}

function tableLines([name, table]: [string, TableEntry]): string[] {
  return [
    `  ${yamlText(name)}:`,
    `    primary_key: ${yamlList(table.primary_key)}`,
    ...listLines('columns', table.columns, (column) => [
      `name: ${yamlText(column.name)}`,
      `type: ${yamlText(column.type)}`,
      `nullable: ${String(column.nullable)}`,
    ]),
    ...listLines('foreign_keys', table.foreign_keys, foreignKeyLines),
  ];
}

function foreignKeyLines({ column, references, composite }: ForeignKeyEntry): string[] {
  const lines = [`column: ${yamlText(column)}`, `references: ${yamlText(references)}`];
  return composite === undefined ? lines : [...lines, `composite: ${composite}`];
}

function listLines<Item>(key: string, items: readonly Item[], linesOf: (item: Item) => string[]): string[] {
  if (items.length === 0) return [`    ${key}: []`];
  const lines = items.flatMap((item) =>
    linesOf(item).map((line, index) => `      ${index === 0 ? '- ' : '  '}${line}`),
  );
  return [`    ${key}:`, ...lines];
}
