export * from './coordinates.js';
export * from './geometry-type.js';
export * from './layer-bounds.js';
export * from './property-form.js';
export type { SqlText } from './sql-text.js';
export * from './tile-grid.js';
export * from './tile-json.js';
export * from './tile-layer.js';
export * from './tile-statement.js';
