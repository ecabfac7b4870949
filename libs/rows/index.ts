export * from './blamed-columns.js';
export * from './form-columns.js';
export * from './insert-sql.js';
export * from './insert-template.js';
export * from './label-column.js';
export * from './read-qualified-name.js';
export * from './row-links.js';
export * from './typed-value.js';
