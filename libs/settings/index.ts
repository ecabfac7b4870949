export * from './basemap-mistake.js';
export * from './studio-settings.js';
