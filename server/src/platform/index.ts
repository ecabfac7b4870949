export {
  CHILD_NICENESS,
  Child,
  MACHINE,
  childConfinement,
  childSettings,
  configureChildren,
  endsWithParent,
  isSameProcess,
  listChildren,
  liveChildren,
  inheritedVariables,
  processMemory,
  processTree,
  programBeside,
  startTimeOf,
} from './children/index.js';
export type { ChildLimits, ChildLine, ChildOptions, ChildUse, Command, HostPath } from './children/index.js';
export { Clock } from './clock/clock.js';
export type { IdentityProviderConfig, SignInConfig } from './config/sign-in-config.js';
export { WORKBENCH_CONFIG, readConfig } from './config/workbench-config.js';
export type { WorkbenchConfig } from './config/workbench-config.js';
export { ClusterEvents } from './events/cluster-events.js';
export { EventBus } from './events/event-bus.js';
export { yieldIfSpent } from './event-loop/loop-turn.js';
export { OnBusEvent } from './events/on-bus-event.js';
export { RepeatedActions } from './events/repeated-actions.js';
export { PersonLimit } from './fair-share/person-limit.js';
export { SlotQueue, SlotRefused } from './fair-share/slot-queue.js';
export type { Slot, SlotRequest, SlotWait } from './fair-share/slot-queue.js';
export { writeAtomically } from './files/atomic-write.js';
export { errorCode, isSystemError } from './files/error-code.js';
export { MAX_COUNTED_ENTRIES, folderBytes } from './files/folder-bytes.js';
export { ifMissing, isNothingThere, isThere } from './files/if-missing.js';
export { renameNew } from './files/rename-new.js';
export { readRegularBytes, readRegularFile } from './files/read-regular-file.js';
export { restrictNewFiles } from './files/private-home.js';
export { WorkFolders } from './files/work-folders.js';
export { Instance } from './home/instance.js';
export { HomeInUse, HomeLock } from './home/home-lock.js';
export { fieldMeta, settingsFields } from './forms/settings-fields.js';
export { ApiNames } from './http/api-names.js';
export { BODY_LIMITS, LimitBody, TakesText } from './http/body-limits.js';
export { configureHttp } from './http/configure-http.js';
export {
  Allow,
  AllowAdmin,
  AllowAnyone,
  AllowToken,
  CurrentActor,
  Identification,
  ROUTE_RULE,
  TokenInQuery,
  actorOf,
  isRevoked,
  whenRevoked,
} from './identity/index.js';
export type { Identify } from './identity/index.js';
export { isOwnPage } from './http/trusted-host.js';
export { JsonText } from './http/json-text.js';
export type { Written } from './http/json-text.js';
export { Makes, Sends } from './http/sends.js';
export type { UnreadBody } from './http/unread-body.js';
export { closeUnread } from './http/unread-events.js';
export type { EventResponse } from './http/unread-events.js';
export { LeanExpressAdapter } from './http/lean-express-adapter.js';
export { BufferPool } from './memory/buffer-pool.js';
export { SharedBuffer } from './memory/shared-buffer.js';
export { Metrics } from './metrics/metrics.js';
export { NameLookup, Outbound, OutboundFailure, OutboundGate, USUAL_REACH } from './outbound/index.js';
export type {
  OutboundAnswer,
  OutboundFailureKind,
  OutboundFetchOptions,
  OutboundReach,
  OutboundRequest,
} from './outbound/index.js';
export { PlatformModule } from './platform.module.js';
export { JobQueues } from './queue/job-queues.js';
export type { JobQueue, QueueLimits, QueueWorker, QueuedWork } from './queue/job-queue.js';
export { PostgresStateClient } from './queue/postgres-state-client.js';
export { OwnId } from './processes/own-id.pipe.js';
export { Processes, misdirected } from './processes/processes.js';
export { ListPageDto, listPage, madeUpCursor, readPlace, writtenPlace } from './http/list-page.js';
export type { ListPlace } from './http/list-page.js';
export { AsSent } from './problems/as-sent.js';
export { Printable, isPrintable } from './problems/printable.js';
export { IsInstant } from './problems/is-instant.js';
export { Trimmed } from './problems/trimmed.js';
export { MAX_INTEGER, WholeNumber, WholeNumberParam } from './problems/whole-number.js';
export { ProblemFilter } from './problems/problem.filter.js';
export { Problem } from './problems/problem.js';
export { refuseChangedMeanwhile } from './problems/refuse-changed-meanwhile.js';
export { toProblem } from './problems/to-problem.js';
export { DerivedKey } from './secrets/derived-key.js';
export { loadKeyBeforeState } from './secrets/key-before-state.js';
export { openSecret, sealSecret } from './secrets/sealed-values.js';
export type { FoundKey, Opening, SecretKey } from './secrets/sealed-values.js';
export { readSecretKey, secretKeyPath } from './secrets/secret-key-file.js';
export { SecretKeys } from './secrets/secret-keys.js';
export type { MissingKey, SealedValue } from './secrets/secret-keys.js';
export { VERSION } from './version.js';
export { atMost, moreThan } from './state/bound-number.js';
export { evenPieces } from './state/even-pieces.js';
export { ScanWindow } from './event-loop/scan-window.js';
export { insertRows, selectRows } from './state/plain-rows.js';
export { likePattern } from './state/like-pattern.js';
export { State } from './state/state.js';
export { retryWhileUnavailable } from './state/retry-while-unavailable.js';
export { outageOf } from './state/state-unavailable.js';
export { GuardedWorker } from './threads/guarded-worker.js';
export { libraryProgram } from './threads/library-program.js';
export { TextThreads } from './threads/text-threads.js';
export { isYamlNestedTooDeeply } from './threads/yaml-nesting.js';
export type { TextReading } from './threads/text-tasks.js';

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
