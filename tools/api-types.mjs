import { ensureApiTypes } from './build/api-types/ensure.mjs';

/** Writes the types that editors and compilers read the client's calls with: `npm run api-types`. */
await ensureApiTypes();
