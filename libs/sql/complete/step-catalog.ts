import type { CompletionCatalog, PipelineTable } from '#libs/api';
import { PIPELINE_DIALECT } from '#libs/dialects';
import { editorLanguage } from '#libs/dialects/editor';

/** A table that a step can read; its columns are known once it was previewed. */
export type StepTable = Pick<PipelineTable, 'name'> & Partial<Pick<PipelineTable, 'columns'>>;

const SCHEMA = 'main';

/** What the SQL of a step is completed with: the tables before it and their columns, and the words of its dialect. */
export function stepCatalog(tables: readonly StepTable[]): CompletionCatalog {
  const { keywords, types } = editorLanguage(PIPELINE_DIALECT);
  const columnTypes = [...new Set(tables.flatMap(({ columns = [] }) => columns.map(({ type }) => type)))];
  return {
    dialect: PIPELINE_DIALECT,
    search_path: [SCHEMA],
    schemas: [
      {
        name: SCHEMA,
        is_system: false,
        functions: [],
        tables: tables.map(({ name, columns = [] }) => ({
          name,
          kind: 'table',
          columns: columns.map((one) => one.name),
          types: columns.map(({ type }) => columnTypes.indexOf(type)),
        })),
      },
    ],
    column_types: columnTypes,
    types: [...types],
    keywords: keywords.map((word) => word.toUpperCase()),
  };
}
