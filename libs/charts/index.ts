export * from './chart-data.js';
export * from './chart-spec.js';
export * from './exact-sum.js';
export * from './suggest-chart.js';
