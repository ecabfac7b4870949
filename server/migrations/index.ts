import type { MixedList } from 'typeorm';
import { CreateNotifications1763910000000 } from './1763/1763910000000-create-notifications.js';
import { CreateTileLayers1763905000000 } from './1763/1763905000000-create-tile-layers.js';
import { ShareStudioQueries1763830000000 } from './1763/1763830000000-share-studio-queries.js';
import { CreateStudioFiles1763820000000 } from './1763/1763820000000-create-studio-files.js';
import { CreateStudioHistory1763600000000 } from './1763/1763600000000-create-studio-history.js';
import { CreateStudioQueries1763700000000 } from './1763/1763700000000-create-studio-queries.js';
import { BoundStudioHistory1763810000000 } from './1763/1763810000000-bound-studio-history.js';
import { CreateStudioDrafts1763710000000 } from './1763/1763710000000-create-studio-drafts.js';
import { AddOwners1763720000000 } from './1763/1763720000000-add-owners.js';
import { CreateAuth1763730000000 } from './1763/1763730000000-create-auth.js';
import { CreateAudit1763740000000 } from './1763/1763740000000-create-audit.js';
import { CreateSchemaDependents1763845000000 } from './1763/1763845000000-create-schema-dependents.js';
import { CreateSchemaWatch1763750000000 } from './1763/1763750000000-create-schema-watch.js';
import { CreateUserSettings1763840000000 } from './1763/1763840000000-create-user-settings.js';
import { CreatePipelines1763860000000 } from './1763/1763860000000-create-pipelines.js';
import { CreateCopilot1763870000000 } from './1763/1763870000000-create-copilot.js';
import { CreateQueue1763920000000 } from './1763/1763920000000-create-queue.js';
import { CountJobsFromIndex1763930000000 } from './1763/1763930000000-count-jobs-from-index.js';
import { ReportEachSnapshot1764001000000 } from './1764/1764001000000-report-each-snapshot.js';
import { CreateAuthAttempts1763942200000 } from './1763/1763942200000-create-auth-attempts.js';
import { CreateStateProbe1764000000000 } from './1764/1764000000000-create-state-probe.js';
import { KeepConnectionsOfRuns1764002000000 } from './1764/1764002000000-keep-connections-of-runs.js';
import { CreateSecretKey1764010000000 } from './1764/1764010000000-create-secret-key.js';
import { KeepRunningHistory1764010100000 } from './1764/1764010100000-keep-running-history.js';
import { CreateStudioSessionOwners1764020000000 } from './1764/1764020000000-create-studio-session-owners.js';
import { CreateAuthSetUpCodes1764020100000 } from './1764/1764020100000-create-auth-set-up-codes.js';
import { WatchTablesByName1764040000000 } from './1764/1764040000000-watch-tables-by-name.js';
import { KeepViolationSets1764040100000 } from './1764/1764040100000-keep-violation-sets.js';
import { KeepProcessOfHistory1764040500000 } from './1764/1764040500000-keep-process-of-history.js';
import { KeepTokensOfJobsAndChannels1764041100000 } from './1764/1764041100000-keep-tokens-of-jobs-and-channels.js';
import { CreateDemoItems1764090000000 } from './1764/1764090000000-create-demo-items.js';
import { FileStudioQueries1764095000000 } from './1764/1764095000000-file-studio-queries.js';
import { KeepRunsOfTabs1764040700000 } from './1764/1764040700000-keep-runs-of-tabs.js';
import { CreateScheduler1763850000000 } from './1763/1763850000000-create-scheduler.js';
import { CreateChangeSets1764110000000 } from './1764110000000-create-change-sets.js';
import { CreateExplorePositions1764140000000 } from './1764140000000-create-explore-positions.js';
import { KeepStagedEditsOfTabs1764160000000 } from './1764160000000-keep-staged-edits-of-tabs.js';
import { IndexWhatSweepsLookFor1764170000000 } from './1764170000000-index-what-sweeps-look-for.js';
import { OrderDeliveries1764171000000 } from './1764171000000-order-deliveries.js';
import { KeepUsedConnectionIds1764172000000 } from './1764172000000-keep-used-connection-ids.js';
import { KeepOpenRecipients1764173000000 } from './1764173000000-keep-open-recipients.js';
import { KeepHomeOfDemoItems1764174000000 } from './1764174000000-keep-home-of-demo-items.js';
import { KeepScopesOfChannels1764175000000 } from './1764175000000-keep-scopes-of-channels.js';
import { KeepPiecesOfItems1764177200000 } from './1764177200000-keep-pieces-of-items.js';
import { OutlineSchemaChanges1764177300000 } from './1764177300000-outline-schema-changes.js';
import { KeepSetsApart1764177310000 } from './1764177310000-keep-sets-apart.js';
import { NumberItemsOfTheBell1764177400000 } from './1764177400000-number-items-of-the-bell.js';
import { KeepFileRemovals1764177500000 } from './1764177500000-keep-file-removals.js';
import { BoundKeptTexts1764177600000 } from './1764177600000-bound-kept-texts.js';
import { KeepWhoCancelledRuns1764177700000 } from './1764177700000-keep-who-cancelled-runs.js';
import { LookForPrunedOutputs1764178000000 } from './1764178000000-look-for-pruned-outputs.js';

/** Every step of the state database, oldest first; a step that has shipped is never edited. */
export const MIGRATIONS: MixedList<new () => object> = [
  CreateStudioHistory1763600000000,
  CreateStudioQueries1763700000000,
  CreateStudioDrafts1763710000000,
  AddOwners1763720000000,
  CreateAuth1763730000000,
  CreateAudit1763740000000,
  CreateSchemaWatch1763750000000,
  BoundStudioHistory1763810000000,
  CreateStudioFiles1763820000000,
  ShareStudioQueries1763830000000,
  CreateNotifications1763910000000,
  CreateUserSettings1763840000000,
  CreateSchemaDependents1763845000000,
  CreateCopilot1763870000000,
  CreateTileLayers1763905000000,
  CreateScheduler1763850000000,
  CreatePipelines1763860000000,
  CreateQueue1763920000000,
  CountJobsFromIndex1763930000000,
  CreateAuthAttempts1763942200000,
  CreateStateProbe1764000000000,
  ReportEachSnapshot1764001000000,
  KeepConnectionsOfRuns1764002000000,
  CreateSecretKey1764010000000,
  KeepRunningHistory1764010100000,
  CreateStudioSessionOwners1764020000000,
  CreateAuthSetUpCodes1764020100000,
  WatchTablesByName1764040000000,
  KeepViolationSets1764040100000,
  KeepProcessOfHistory1764040500000,
  KeepRunsOfTabs1764040700000,
  KeepTokensOfJobsAndChannels1764041100000,
  CreateDemoItems1764090000000,
  FileStudioQueries1764095000000,
  CreateChangeSets1764110000000,
  CreateExplorePositions1764140000000,
  KeepStagedEditsOfTabs1764160000000,
  IndexWhatSweepsLookFor1764170000000,
  OrderDeliveries1764171000000,
  KeepUsedConnectionIds1764172000000,
  KeepOpenRecipients1764173000000,
  KeepHomeOfDemoItems1764174000000,
  KeepScopesOfChannels1764175000000,
  KeepPiecesOfItems1764177200000,
  OutlineSchemaChanges1764177300000,
  KeepSetsApart1764177310000,
  NumberItemsOfTheBell1764177400000,
  KeepFileRemovals1764177500000,
  BoundKeptTexts1764177600000,
  KeepWhoCancelledRuns1764177700000,
  LookForPrunedOutputs1764178000000,
];
