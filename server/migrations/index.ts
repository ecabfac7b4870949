import type { MixedList } from 'typeorm';
import { CreateStudioHistory1763600000000 } from './1763600000000-create-studio-history.js';
import { CreateStudioQueries1763700000000 } from './1763700000000-create-studio-queries.js';
import { CreateStudioDrafts1763710000000 } from './1763710000000-create-studio-drafts.js';

/** Every step of the state database, oldest first; a step that has shipped is never edited. */
export const MIGRATIONS: MixedList<new () => object> = [
  CreateStudioHistory1763600000000,
  CreateStudioQueries1763700000000,
  CreateStudioDrafts1763710000000,
];
