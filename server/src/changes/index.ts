export { ChangeDesk } from './change-desk.js';
export { ChangeSteps } from './change-steps.service.js';
export { ChangesModule } from './changes.module.js';
export { ChangesService } from './changes.service.js';
