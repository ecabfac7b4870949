import type { AuditAction, ActionOutcome } from '#libs/audit';
import type { AuditEntry, AuditVerification } from '#libs/api';

/** What each action is called. */
export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  'access.denied': 'Access denied',
  'auth.set_up': 'Workbench set up',
  'auth.sign_in': 'Sign-in',
  'auth.sign_out': 'Sign-out',
  'auth.throttled': 'Sign-in delayed',
  'auth.password_changed': 'Password changed',
  'token.create': 'Token created',
  'token.rotate': 'Token rotated',
  'token.revoke': 'Token revoked',
  'token.refused': 'Token refused',
  'user.invite': 'User invited',
  'user.accept': 'Invitation accepted',
  'user.change': 'User changed',
  'user.disable': 'User disabled',
  'user.enable': 'User enabled',
  'user.reset': 'User reset',
  'user.sign_out_everywhere': 'Signed out everywhere',
  'connection.create': 'Connection added',
  'connection.change': 'Connection changed',
  'connection.target_change': 'Connection target changed',
  'connection.remove': 'Connection removed',
  'connection.access_change': 'Connection access changed',
  'connection.reconnect': 'All sessions of a connection ended',
  'secret_key.create': 'Secret key created',
  'settings.change': 'Settings changed',
  'query.cancel': 'Query cancelled',
  'storage.clean_up': 'Storage cleaned up',
  'export.download': 'Export downloaded',
  'import.run': 'Rows imported',
  'change.propose': 'Change set proposed',
  'change.approve': 'Change set approved',
  'change.refuse': 'Change set refused',
  'change.apply': 'Change set applied',
  'change.undo': 'Change set undone',
  'change.delete': 'Change set deleted',
  'import.upload_to_folder': 'File uploaded',
  'job.create': 'Job created',
  'job.change': 'Job changed',
  'job.run': 'Job run',
  'job.delete': 'Job deleted',
  'pipeline.create': 'Pipeline created',
  'pipeline.change': 'Pipeline changed',
  'pipeline.delete': 'Pipeline deleted',
  'schema_watch.run': 'Schema check run',
  'schema_watch.tables': 'Watched tables changed',
  'copilot.ask': 'Copilot asked',
  'mcp.call': 'Agent tool called',
  'notification.channel_create': 'Channel added',
  'notification.channel_change': 'Channel changed',
  'notification.channel_delete': 'Channel deleted',
  'notification.channel_disable': 'Channel disabled',
  'notification.subscription_create': 'Subscription added',
  'notification.subscription_change': 'Subscription changed',
  'notification.subscription_delete': 'Subscription deleted',
  'notification.resend': 'Message sent again',
  'contract.freeze': 'Contract frozen',
  'contract.release': 'Contract released',
  'contract.check': 'Migration checked',
};

export const OUTCOMES: readonly ActionOutcome[] = ['done', 'denied', 'failed'];

/** An outcome in a word. */
export const OUTCOME_WORDS: Readonly<Record<ActionOutcome, string>> = {
  done: 'Done',
  denied: 'Denied',
  failed: 'Failed',
};

/** What an action is called; one that this page does not know yet by its own name. */
export function actionText(action: string): string {
  return (ACTION_WORDS as Readonly<Record<string, string>>)[action] ?? action;
}

/** Who did it. */
export function actorText({ actor }: Pick<AuditEntry, 'actor'>): string {
  return actor ? actor.name : 'Unknown user';
}

/** What it was done to: its name, or its id where it has none. */
export function objectText({ object }: Pick<AuditEntry, 'object'>): string {
  return object.name ?? object.id;
}

/** The key of a detail or the kind of an object as a label: `change_set` is `Change set`. */
export function keyLabel(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** One detail's value, as text. */
export function detailText(value: AuditEntry['details'][string]): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

/** Where the chain is broken, and how. */
export function breakText({ broken_at: sequence, reason }: AuditVerification): string {
  const entry = sequence === null ? 'An entry' : `Entry ${sequence}`;
  if (reason === 'missing') return `${entry} is missing`;
  return reason === 'replaced' ? `${entry} doesn't match the recorded value` : `${entry} was changed`;
}
