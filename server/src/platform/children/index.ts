export { Child, inheritedVariables } from './child.js';
export type { ChildLine } from './child.js';
export type { ChildLimits, ChildOptions, ChildUse, Command, HostPath } from './child-options.js';
export { childSettings, configureChildren } from './child-settings.js';
export { CHILD_NICENESS, endsWithParent } from './limited-command.js';
export { childConfinement, listChildren } from './list-children.js';
export { liveChildren } from './live-children.js';
export { processMemory, processTree } from './process-memory.js';
export { MACHINE, isSameProcess, startTimeOf } from './process-identity.js';
