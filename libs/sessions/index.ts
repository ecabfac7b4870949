export * from './session-lifetime.js';
export * from './lost-answer.js';
export * from './session-loss.js';
export * from './leaves-state.js';
export * from './held-state-query.js';
export { lacksCatalog } from './lacks-catalog.js';
export * from './kept-settings.js';
