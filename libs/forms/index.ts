export * from './form-field.js';
