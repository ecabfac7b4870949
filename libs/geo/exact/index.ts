export * from './exact-geometry.js';
export * from './geometry-column.js';
export * from './map-plane.js';
export { readExact } from './read-exact.js';
export * from './vertices.js';
export * from './write-exact.js';
