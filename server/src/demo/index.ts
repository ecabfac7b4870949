export type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from './contents/demo-contribution.js';
export { DemoContents } from './contents/demo-contents.js';
export { DemoContributions } from './contents/demo-contributions.js';
export { DemoModule } from './demo.module.js';
export { createDemo } from './create-demo.js';
export type { ConnectionChanges, ConnectionFileAccess } from './connection-file-access.js';
export type { DemoOptions, StartingShop } from './demo.js';
export { Demo } from './demo.js';
