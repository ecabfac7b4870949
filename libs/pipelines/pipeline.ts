export const PIPELINE_FORMATS = ['parquet', 'csv', 'json', 'ndjson'] as const;

/** The format of the one file that a pipeline makes. */
export type PipelineFormat = (typeof PIPELINE_FORMATS)[number];

/**
 * Where rows come from: a query on a connection, a file in an allowed folder, or what a job left last. The connection is
 * null where it is hidden from the caller; a pipeline is never kept like that.
 */
export type PipelineInput =
  | { readonly name: string; readonly kind: 'query'; readonly connection_id: string | null; readonly sql: string }
  | { readonly name: string; readonly kind: 'file'; readonly path: string }
  | { readonly name: string; readonly kind: 'output'; readonly job_id: string };

/** A table that is made of those before it by a SELECT in the dialect of DuckDB. */
export interface PipelineStep {
  readonly name: string;
  readonly sql: string;
}

/** A chain from inputs through steps to one file. */
export interface PipelineDefinition {
  readonly inputs: readonly PipelineInput[];
  readonly steps: readonly PipelineStep[];
  /** `from` is the name of a step or an input. */
  readonly output: { readonly from: string; readonly format: PipelineFormat; readonly name: string };
}
