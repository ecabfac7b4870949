export * from './pass-file.js';
export * from './service-file.js';
