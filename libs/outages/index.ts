export * from './state-outage.js';
