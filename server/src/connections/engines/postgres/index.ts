import type { PostgresConfig } from './config.js';
import { tunnelOf } from '../common-config.js';
import { ConnectFailure } from '../connector.js';
import type { Connector, ConnectorContext } from '../connector.js';
import { resolvedLogin } from './login/resolved-login.js';
import { PostgresConnector } from './postgres-connector.js';

/** Makes the connector of a Postgres connection; nothing is contacted before it is asked for something. */
export function createPostgresConnector(config: PostgresConfig, context: ConnectorContext): Connector {
  return new PostgresConnector(config, context);
}

/** The same with what services and files say, behind the tunnel of the connection. Throws `ConnectFailure`. */
export async function openPostgresConnector(config: PostgresConfig, context: ConnectorContext): Promise<Connector> {
  const { account = null, connectTimeoutMs } = context;
  const login = await resolvedLogin(config, account);
  const ssh = tunnelOf(login);
  if (ssh === null) return new PostgresConnector(login, context);
  if (ssh.auth === 'agent' && !account?.env.SSH_AUTH_SOCK) throw new ConnectFailure('connection-unusable', NO_AGENT);
  const { SshTunnel } = await import('../../tunnels/ssh-tunnel.js');
  const { host, port } = login;
  const agent = account?.env.SSH_AUTH_SOCK ?? null;
  const tunnel = await SshTunnel.listen({ ssh, target: { host, port }, agent, connectTimeoutMs });
  return new PostgresConnector(login, context, undefined, tunnel);
}

const NO_AGENT =
  'The workbench has no SSH agent: SSH_AUTH_SOCK is not set, or WORKBENCH_ACCOUNT_FILES does not allow it. Start the workbench with an agent, or sign in with a key.';
