export * from './by-size.js';
export * from './list-move.js';
export * from './rows-to-draw.js';
