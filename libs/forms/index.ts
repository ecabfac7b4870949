export * from './form-draft.js';
export * from './form-field.js';
export * from './form-fields.js';
export * from './form-mistakes.js';
