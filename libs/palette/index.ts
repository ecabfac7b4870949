export * from './find-commands.js';
export * from './group-in-order.js';
export * from './marked-title.js';
