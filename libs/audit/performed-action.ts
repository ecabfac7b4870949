import type { Actor } from '#libs/access';

/** What can be written down as done. */
export type AuditAction =
  | 'access.denied'
  | 'auth.set_up'
  | 'auth.sign_in'
  | 'auth.sign_out'
  | 'auth.throttled'
  | 'auth.password_changed'
  | 'token.create'
  | 'token.rotate'
  | 'token.revoke'
  | 'token.refused'
  | 'user.invite'
  | 'user.accept'
  | 'user.change'
  | 'user.disable'
  | 'user.enable'
  | 'user.reset'
  | 'user.sign_out_everywhere'
  | 'connection.create'
  | 'connection.change'
  | 'connection.target_change'
  | 'connection.remove'
  | 'connection.access_change'
  | 'connection.reconnect'
  | 'secret_key.create'
  | 'settings.change'
  | 'query.cancel'
  | 'storage.clean_up'
  | 'copilot.ask'
  | 'export.download'
  | 'import.run'
  | 'import.upload_to_folder'
  | 'job.create'
  | 'job.change'
  | 'job.run'
  | 'job.delete'
  | 'pipeline.create'
  | 'pipeline.change'
  | 'pipeline.delete'
  | 'schema_watch.run'
  | 'schema_watch.tables'
  | 'contract.freeze'
  | 'contract.release'
  | 'mcp.call'
  | 'notification.channel_create'
  | 'notification.channel_change'
  | 'notification.channel_delete'
  | 'notification.channel_disable'
  | 'notification.subscription_create'
  | 'notification.subscription_change'
  | 'notification.subscription_delete'
  | 'notification.resend'
  | 'change.propose'
  | 'change.approve'
  | 'change.refuse'
  | 'change.apply'
  | 'change.undo'
  | 'change.delete'
  | 'contract.check';

/** `denied`: the actor may not; `failed`: it was tried and could not be done, as a sign-in with a wrong password. */
export type ActionOutcome = 'done' | 'denied' | 'failed';

/** Who did something, without what limits them. */
export type ActorFacts = Pick<Actor, 'kind' | 'userId' | 'name' | 'tokenId'>;

/** A fact for the audit. `details` are small plain values and never hold a secret. */
export interface PerformedAction {
  readonly action: AuditAction;
  /** Null where the actor is unknown, as with a failed sign-in. */
  readonly actor: ActorFacts | null;
  readonly outcome: ActionOutcome;
  readonly object: { readonly kind: string; readonly id: string; readonly name: string | null };
  readonly details: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}
