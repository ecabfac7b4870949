import { errorCode } from '../../platform/index.js';
import type { SshSettings } from '../engines/common-config.js';
import { ConnectFailure } from '../engines/connector.js';

/** Says which part of the way to the SSH server failed, without a secret. `shown` is the key that the server showed. */
export function sshFailure(error: unknown, ssh: SshSettings, shown: string | null): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  if (shown !== null && shown !== ssh.hostKey) return keyFailure(ssh, shown);
  const level: unknown = error instanceof Error ? Reflect.get(error, 'level') : undefined;
  const message = error instanceof Error ? error.message : String(error);
  const server = serverText(ssh);
  if (level === 'client-authentication') return new ConnectFailure('connection-refused-login', loginText(ssh));
  if (level === 'client-timeout' || errorCode(error) === 'ETIMEDOUT') {
    return new ConnectFailure('connection-timeout', `${server} did not answer in time.`);
  }
  if (/privateKey|passphrase|agent/i.test(message) && level !== 'client-socket') {
    return new ConnectFailure('connection-refused-login', unusableText(ssh, message));
  }
  return new ConnectFailure('connection-unreachable', `${server} cannot be reached: ${reasonOf(error, message)}.`);
}

function keyFailure(ssh: SshSettings, shown: string): ConnectFailure {
  const server = serverText(ssh);
  if (ssh.hostKey === null) {
    const text = `${server} has the key ${shown}, which is not trusted yet. Edit the connection and test it to trust the key.`;
    return new ConnectFailure('ssh-host-key-unknown', text, null, shown);
  }
  const text =
    `${server} has the key ${shown}, but ${ssh.hostKey} is trusted. Someone may be intercepting the connection, or the ` +
    'server was set up anew. Ask its administrator before you clear the host key and test the connection again.';
  return new ConnectFailure('ssh-host-key-changed', text, null, shown);
}

function loginText(ssh: SshSettings): string {
  const means = { password: 'the password', key: 'the private key', agent: 'any key of the agent', off: 'the login' };
  return `${serverText(ssh)} did not accept ${means[ssh.auth]} of user "${ssh.user}".`;
}

function unusableText({ auth }: SshSettings, message: string): string {
  return auth === 'agent'
    ? `The SSH agent cannot be used: ${message}.`
    : `The SSH private key cannot be used: ${message.replace(/^Cannot parse privateKey:\s*/, '')}.`;
}

function reasonOf(error: unknown, message: string): string {
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') return 'nothing listens there (connection refused)';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name is not known';
  return message === 'closed' ? 'it closed the connection' : message;
}

/** Names an SSH server in a sentence. */
export function serverText({ host, port }: Pick<SshSettings, 'host' | 'port'>): string {
  return `The SSH server ${host}:${port}`;
}
