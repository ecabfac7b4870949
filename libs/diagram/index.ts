export * from './diagram-svg.js';
export * from './diagram.js';
export { edgePath } from './edge-path.js';
export * from './layout-diagram.js';
export * from './move-cards.js';
export * from './viewport.js';
