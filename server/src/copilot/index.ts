export { CopilotModule } from './copilot.module.js';
