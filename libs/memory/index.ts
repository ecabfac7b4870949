export { Epochs } from './epochs.js';
export { initialRelease, nextRelease } from './memory-release.js';
export type { MemorySample, ReleaseState, ReleaseTimings } from './memory-release.js';
export { SizedCache } from './sized-cache.js';
