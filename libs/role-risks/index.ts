export * from './role-risks.js';
