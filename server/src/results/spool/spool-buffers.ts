import { BufferPool } from '../../platform/index.js';

/** What kept rows are written from and read into, shared by all results of this process. */
export const spoolBuffers = new BufferPool();
