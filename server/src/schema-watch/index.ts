export { CatalogSource } from './catalog-source.js';
export { SchemaWatchDemo } from './demo/schema-watch-demo.js';
export { RecentChanges } from './recent-changes.js';
export type { ChangePlace } from './recent-changes.js';
export { RehearsalService } from './rehearsal.service.js';
export type { RehearsedChange } from './rehearsal.service.js';
export { SchemaWatchModule } from './schema-watch.module.js';
export { SchemaWatchQueries } from './schema-watch.queries.js';
export { SchemaWatchService } from './schema-watch.service.js';
