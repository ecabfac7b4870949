import type { PipelineDefinition } from '../pipelines/index.js';

/** A saved pipeline. Times are ISO 8601. */
export interface Pipeline {
  id: string;
  name: string;
  definition: PipelineDefinition;
  version: number;
  created_at: string;
  updated_at: string;
  /** Only in the answer to creating or changing it: what could not be checked, a sentence each. */
  notices?: string[];
}

/** Body of `POST /api/pipelines`. */
export interface PipelineInputBody {
  name: string;
  definition: PipelineDefinition;
}

/** Body of `PUT /api/pipelines/{id}`; another version in force answers 409. */
export interface PipelineChange extends PipelineInputBody {
  version: number;
}

export interface PipelineList {
  items: Pipeline[];
  next_cursor: null;
}

/** One table of a pipeline as it came out; where it could not be made, `error` says why and the rest is empty. */
export interface PipelineTable {
  name: string;
  columns: { name: string; type: string }[];
  row_count: number | null;
  /** Of a file: how it is read, such as the order of its dates, and which rows are filled or left out. Else empty. */
  notes: string[];
  error: string | null;
}

/** Answer of `POST /api/pipelines/preview`: every table up to the wanted one, and the first rows of that, as text. */
export interface PipelinePreview {
  tables: PipelineTable[];
  rows: (string | null)[][];
}
