export * from './column-statistics.js';
export * from './histogram.js';
export * from './number-mean.js';
