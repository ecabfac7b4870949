export * from './find-commands.js';
