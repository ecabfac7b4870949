export * from './find-parameters.js';
export type { ParameterUse } from './parameter-scan.js';
export * from './parameter-values.js';
export * from './place-parameters.js';
