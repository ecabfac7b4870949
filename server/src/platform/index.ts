export { Clock } from './clock/clock.js';
export { WORKBENCH_CONFIG, readConfig } from './config/workbench-config.js';
export type { WorkbenchConfig } from './config/workbench-config.js';
export { EventBus } from './events/event-bus.js';
export { configureHttp } from './http/configure-http.js';
export { JsonText } from './http/json-text.js';
export { LeanExpressAdapter } from './http/lean-express-adapter.js';
export { Metrics } from './metrics/metrics.js';
export { PlatformModule } from './platform.module.js';
export { Problem } from './problems/problem.js';
export { State } from './state/state.js';

export {
  LocalCluster,
  LocalPostgresError,
  describeInstallation,
  findEmbeddedInstallation,
  findPostgresInstallations,
  firstClosedFolder,
  freePort,
  isPortFree,
  postgresUser,
} from './local-postgres/index.js';
export type { PostgresInstallation, SystemUser } from './local-postgres/index.js';
