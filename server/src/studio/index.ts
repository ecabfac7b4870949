export { EditingService } from './editing/editing.service.js';
export { ExplainService } from './plan/explain.service.js';
export { AllowedFolders } from './files/allowed-folders.js';
export { runStatements } from './runs/run-statements.js';
export { StudioModule } from './studio.module.js';
export { noticesOf } from './writes/write-refusal.js';
export { WriteCheck } from './writes/write-check.service.js';
export type { TextVerdict } from './writes/write-check.service.js';
export { SavedQueriesService } from './queries/saved-queries.service.js';
