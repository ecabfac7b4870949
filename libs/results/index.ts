export * from './cell-face.js';
export * from './column-width.js';
export * from './compare-cells.js';
export * from './compare-code-points.js';
export * from './exact-number.js';
export * from './instant.js';
export * from './page-window.js';
export * from './quantity-text.js';
