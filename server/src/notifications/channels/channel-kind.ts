import type { FieldError } from '#libs/problem';
import type { EventFacts, Message, TryOutcome } from '#libs/notifications';

/** One message on its way, for every kind of channel to write in its own way. */
export interface OutgoingMessage {
  /** Stable over all tries, so that a receiver recognizes a repetition. */
  readonly id: string;
  readonly message: Message;
  /** The events in full: one, several in a digest, none in a test. */
  readonly events: readonly EventFacts[];
}

/** What came of handing a message over. */
export interface TryResult {
  readonly outcome: TryOutcome;
  /** The HTTP status, or the reply code of a mail server. */
  readonly status: number | null;
  /** A sentence for people. */
  readonly detail: string;
  /** The beginning of what came back, which may hold anything. */
  readonly answer: string;
  readonly retryAfterMs: number | null;
}

/** What a person set up, checked: `secrets` are to be sealed. */
export type SettingsReading =
  | {
      readonly kind: 'valid';
      readonly settings: Record<string, unknown>;
      readonly secrets: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

/** One kind of place that messages go to. */
export interface ChannelKind {
  /**
   * Checks settings from a request. `known` are the secrets that are there already and stay where they are left out; a URL that
   * may not be reached is a mistake.
   */
  read(input: Readonly<Record<string, unknown>>, known: Readonly<Record<string, string>>): SettingsReading;

  /** Hands one message over. What goes wrong outside is a result; only a mistake of ours is thrown. */
  deliver(
    settings: Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
    outgoing: OutgoingMessage,
  ): Promise<TryResult>;
}
