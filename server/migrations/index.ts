import type { MixedList } from 'typeorm';
import { CreateStudioHistory1763600000000 } from './1763600000000-create-studio-history.js';

/** Every step of the state database, oldest first; a step that has shipped is never edited. */
export const MIGRATIONS: MixedList<new () => object> = [CreateStudioHistory1763600000000];
