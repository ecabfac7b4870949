export * from './list-move.js';
export * from './rows-to-draw.js';
