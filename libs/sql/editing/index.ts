export * from './format-safety.js';
export * from './syntax-marker.js';
