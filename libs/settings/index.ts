export * from './basemap-mistake.js';
export * from './snippets.js';
export * from './studio-settings.js';
