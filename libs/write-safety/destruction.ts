import type { DestructiveFinding } from '../api/index.js';

/** What one command would destroy, without its place in the text. */
export type Destruction = Pick<DestructiveFinding, 'kind' | 'table' | 'sentence'>;
