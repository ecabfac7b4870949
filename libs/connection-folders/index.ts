export * from './folder-rows.js';
export * from './normal-folder.js';
