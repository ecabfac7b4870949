export { BreakingSources } from './breaking-sources.js';
export type { BreakingChanges, BreakingSource } from './breaking-sources.js';
export { ImpactModule } from './impact.module.js';
export { ImpactSources } from './impact-sources.js';
export type { ImpactQuestion, ImpactSource } from './impact-sources.js';
export { StoredTexts } from './stored-texts.js';
export type { StoredText, TextSource } from './stored-texts.js';
