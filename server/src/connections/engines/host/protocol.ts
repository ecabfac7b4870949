import type { ConnectionHealth, Notice, ResultColumn, ServerInfo } from '#libs/api';
import type { FileSettings } from '#libs/files';
import type { ParameterValue } from '#libs/sql';
import type { DuckdbConfig } from '../duckdb/config.js';
import type { FilesConfig } from '../files/config.js';
import type { TableNames } from '../files/folder/file-table-names.js';
import type { FileFormat } from '../versions/data-file.js';
import type {
  BatchOutcome,
  BoundStatement,
  ConnectFailureCode,
  ResultOrigins,
  StatementOutcome,
} from '../connector.js';

/** Batches of rows that a host sends before the workbench has asked for more. */
export const BATCHES_AHEAD = 4;

/** The methods of a connector that answer with one value. */
export type ReadMethod =
  | 'test'
  | 'listSchemas'
  | 'listTables'
  | 'describeTable'
  | 'completion'
  | 'catalogVersion'
  | 'listObjects'
  | 'defineObject'
  | 'tableFacts'
  | 'originTables';

/** Where a scratch database works. */
export interface ScratchPlace {
  /** The working folder of the process, so that statements name files without a path. */
  readonly folder: string;
  /** The file of the database in `folder`; null keeps it in memory. */
  readonly file: string | null;
  /** What statements of people may read beside `folder`: it is locked. Null where there are none, and nothing is locked. */
  readonly readable: readonly string[] | null;
}

/** A data file that a scratch database reads as Files connections do. */
export interface ScratchFile {
  /** Without characters of patterns; inside of the working folder a name alone. */
  readonly path: string;
  readonly format: FileFormat;
  readonly settings: FileSettings;
}

/** How a data file is read, sentences for a person. */
export interface FileNotes {
  /** What was found out, such as its encoding and the order of its dates. */
  readonly notes: readonly string[];
  /** Which rows are not all that the file says. */
  readonly warnings: readonly string[];
}

/** A connection that a host can serve: its engine runs there. */
export type HostedConfig = DuckdbConfig | FilesConfig;

/**
 * What the workbench sends. A request has an `id`, which its answer repeats; ids of connectors, sessions and scratch
 * connections are numbers that the workbench chooses.
 */
export type HostRequest =
  | {
      readonly op: 'create';
      readonly connector: number;
      readonly config: HostedConfig;
      readonly connectTimeoutMs: number;
      /** Versions of files that have ended a process before, and are not read again. */
      readonly unreadable: readonly string[];
      /** The names that tables of a folder have been given before. */
      readonly tableNames: TableNames;
    }
  | {
      readonly op: 'read';
      readonly id: number;
      readonly connector: number;
      readonly method: ReadMethod;
      readonly values: readonly (string | null)[];
    }
  | {
      readonly op: 'open';
      readonly id: number;
      readonly connector: number;
      readonly session: number;
      readonly isReadOnly: boolean;
    }
  | {
      readonly op: 'run';
      readonly id: number;
      readonly session: number;
      readonly sql: string;
      readonly values: readonly ParameterValue[];
    }
  | {
      readonly op: 'batch';
      readonly id: number;
      readonly session: number;
      readonly statements: readonly BoundStatement[];
    }
  | { readonly op: 'transaction'; readonly id: number; readonly session: number }
  | { readonly op: 'release'; readonly id: number; readonly session: number }
  | { readonly op: 'close'; readonly id: number; readonly connector: number }
  | { readonly op: 'ping'; readonly id: number }
  | { readonly op: 'abort'; readonly id: number }
  | { readonly op: 'more'; readonly id: number }
  | {
      readonly op: 'scratch';
      readonly id: number;
      readonly scratch: number;
      readonly options: Readonly<Record<string, string>>;
      /** Absent for a database in memory that only the workbench's own statements reach. */
      readonly place?: ScratchPlace;
    }
  | {
      readonly op: 'define';
      readonly id: number;
      readonly scratch: number;
      readonly name: string;
      readonly sql: string;
      readonly as: 'table' | 'view';
    }
  | {
      readonly op: 'file';
      readonly id: number;
      readonly scratch: number;
      readonly name: string;
      readonly file: ScratchFile;
    }
  | { readonly op: 'query'; readonly id: number; readonly scratch: number; readonly sql: string }
  | { readonly op: 'interrupt'; readonly scratch: number }
  | { readonly op: 'drop'; readonly id: number; readonly scratch: number }
  | { readonly op: 'parse'; readonly id: number; readonly statements: readonly string[] }
  | { readonly op: 'is-query'; readonly id: number; readonly sql: string }
  | { readonly op: 'end' };

/** A request that is answered. */
export type AnsweredRequest = Exclude<Extract<HostRequest, { id: number }>, { op: 'abort' | 'more' }>;

/** What a host sends beside batches of rows. */
export type HostMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'ran'; readonly id: number; readonly outcome: BatchOutcome }
  | { readonly kind: 'refused'; readonly id: number; readonly failure: HostFailure }
  | { readonly kind: 'columns'; readonly id: number; readonly columns: ResultColumn[] }
  | { readonly kind: 'sources'; readonly id: number; readonly origins: ResultOrigins }
  | { readonly kind: 'notice'; readonly id: number; readonly notice: Notice }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: StatementOutcome }
  | {
      readonly kind: 'health';
      readonly connector: number;
      readonly health: ConnectionHealth;
      readonly server: ServerInfo | null;
    }
  | { readonly kind: 'lost'; readonly session: number }
  /** The version of the file that is opened now, null when it has been. */
  | { readonly kind: 'reading'; readonly connector: number; readonly version: string | null }
  /** All names of a folder's tables, sent when a file gets one. */
  | { readonly kind: 'named'; readonly connector: number; readonly tableNames: TableNames };

/** What a host sends by itself. */
export type HostNotification = Extract<HostMessage, { kind: 'health' | 'lost' | 'reading' | 'named' }>;

/** An error on its way to the workbench; `code` is null for one that is no `ConnectFailure`. */
export interface HostFailure {
  readonly code: ConnectFailureCode | null;
  readonly message: string;
  readonly sqlstate: string | null;
}
