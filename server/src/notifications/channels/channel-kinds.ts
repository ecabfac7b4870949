import type { ChannelKindInfo, ChannelKindName } from '#libs/api';
import { Problem, settingsFields } from '../../platform/index.js';
import type { ChannelKind } from './channel-kind.js';

/** Every kind of channels, by its name. */
export class ChannelKinds {
  private readonly byName: ReadonlyMap<ChannelKindName, ChannelKind>;

  constructor(private readonly kinds: readonly ChannelKind[]) {
    this.byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  }

  /** In the order of the interface. */
  get names(): ChannelKindName[] {
    return [...this.byName.keys()];
  }

  /** The kind of that name. Throws for a name that requests cannot have. */
  of(name: ChannelKindName): ChannelKind {
    const kind = this.byName.get(name);
    if (kind === undefined) throw new Error(`The kind of channel ${name} does not exist.`);
    return kind;
  }

  /** Messages a minute that a kind takes; null is no limit, also for a kind that is no longer there. */
  ratePerMinute(name: ChannelKindName): number | null {
    return this.byName.get(name)?.ratePerMinute ?? null;
  }

  /** Throws `validation-failed` where no kind has the name that a request sends. */
  requireKnown(name: ChannelKindName): void {
    if (this.byName.has(name)) return;
    const detail = `kind must be one of the following values: ${this.names.join(', ')}`;
    throw new Problem('validation-failed', undefined, { errors: [{ pointer: '/kind', detail }] });
  }

  /** What each kind is called and takes, in the order of the interface. */
  list(): ChannelKindInfo[] {
    return this.kinds.map(infoOf);
  }
}

function infoOf(channel: ChannelKind): ChannelKindInfo {
  const { kind, label, icon, settings } = channel;
  return { kind, label, icon, can_rotate_secret: channel.rotated !== undefined, fields: settingsFields(settings) };
}
