export { ContractStatuses } from './contract-statuses.js';
export type { ContractStanding } from './contract-statuses.js';
export { ContractsModule } from './contracts.module.js';
export { ContractsQueries } from './contracts.queries.js';
