export * from './studio-link.js';
