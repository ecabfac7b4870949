export { createDemo } from './create-demo.js';
export type { ConnectionChanges, ConnectionFileAccess } from './connection-file-access.js';
export type { DemoOptions, StartingShop } from './demo.js';
export { Demo } from './demo.js';
