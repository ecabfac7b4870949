export { TilesModule } from './tiles.module.js';
