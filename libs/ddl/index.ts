export * from './table-ddl.js';
