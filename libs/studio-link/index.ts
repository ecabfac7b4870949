export * from './hidden-characters.js';
export * from './link-grant.js';
export * from './link-parameters.js';
export * from './studio-link.js';
