export { PluginsModule } from './plugins.module.js';
