export { ensureApiTypes as default } from '../build/api-types/ensure.mjs';
