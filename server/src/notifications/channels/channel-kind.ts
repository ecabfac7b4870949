import type { z } from 'zod';
import type { ChannelKindName } from '#libs/api';
import type { FieldError } from '#libs/problem';
import type { EventFacts, Message, TryOutcome } from '#libs/notifications';

/** One message on its way, for every kind of channel to write in its own way. */
export interface OutgoingMessage {
  /** Stable over all tries, so that a receiver recognizes a repetition. */
  readonly id: string;
  readonly message: Message;
  /** The events in full: one, several in a digest, none in a test. */
  readonly events: readonly EventFacts[];
  /** Those who are still to get it; absent for all recipients of the channel. */
  readonly recipients?: readonly string[];
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
  /** Those who are still to get it, where others have it. */
  readonly left?: readonly string[];
}

/** What a person set up, checked: `secrets` are to be sealed. */
export type SettingsReading =
  | {
      readonly kind: 'valid';
      readonly settings: Record<string, unknown>;
      readonly secrets: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

/** Settings and secrets as they are stored. */
export interface StoredSettings {
  readonly settings: Record<string, unknown>;
  readonly secrets: Record<string, string>;
}

/** One kind of place that messages go to. A kind is one class, listed in `channel-classes.ts`, with its format and rate. */
export interface ChannelKind {
  readonly kind: ChannelKindName;
  /** Its name in the interface. */
  readonly label: string;
  /** The name of an icon of the interface. */
  readonly icon: string;
  /** Messages a minute that the service takes from one sender; null is no limit. */
  readonly ratePerMinute: number | null;
  /** Checks settings from a request; its metadata describes the fields of the form. */
  readonly settings: z.ZodType<Record<string, unknown>>;

  /**
   * Checks settings from a request. `known` are the secrets that are there already and stay where they are left out; a URL that
   * may not be reached is a mistake.
   */
  read(input: Readonly<Record<string, unknown>>, known: Readonly<Record<string, string>>): SettingsReading;

  /** Where messages go, in a few words without a secret. */
  destination(settings: Readonly<Record<string, unknown>>): string;

  /** A new secret to sign with, beside the former one; left out by kinds that do not sign. */
  rotated?(settings: Readonly<Record<string, unknown>>, secrets: Readonly<Record<string, string>>): StoredSettings;

  /** Hands one message over. What goes wrong outside is a result; only a mistake of ours is thrown. */
  deliver(
    settings: Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
    outgoing: OutgoingMessage,
  ): Promise<TryResult>;
}
