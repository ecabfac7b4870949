export { ExploreModule } from './explore.module.js';
export { ExploreService } from './explore.service.js';
