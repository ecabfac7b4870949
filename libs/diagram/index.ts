export * from './diagram-svg.js';
export * from './diagram.js';
export * from './layout-diagram.js';
export * from './viewport.js';
