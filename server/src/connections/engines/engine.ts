import type { ConnectionCapabilities } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { ConnectionConfig } from '../connection-config.js';
import type { Connector, ConnectorContext } from './connector.js';

/** All that the workbench knows of an engine before a connection to it is opened. */
export interface Engine<C extends ConnectionConfig = ConnectionConfig> {
  /** Its name in the configuration file and on the wire. */
  readonly kind: C['kind'];
  /** Its name for people. */
  readonly label: string;
  /** The name of an icon of the client. */
  readonly icon: string;
  /** What its databases are called, with an article. */
  readonly description: string;
  /** The SQL that it takes as long as nothing is open that says otherwise. */
  readonly dialect: SqlDialect;
  /** What it can do with a database of `dialect`. */
  capabilities(dialect: SqlDialect): ConnectionCapabilities;
  /** Makes a connector and loads the engine's code. Throws `ConnectFailure`. */
  open(config: C, context: ConnectorContext): Promise<Connector>;
}
