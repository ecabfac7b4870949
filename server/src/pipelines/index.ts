export { PipelinesModule } from './pipelines.module.js';
