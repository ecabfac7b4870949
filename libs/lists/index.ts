export * from './by-size.js';
export * from './grouped-by.js';
export * from './list-move.js';
export * from './rows-to-draw.js';
