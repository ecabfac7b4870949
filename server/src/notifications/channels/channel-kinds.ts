import type { ChannelKindInfo, ChannelKindName } from '#libs/api';
import { settingsFields } from '../../platform/index.js';
import type { ChannelKind } from './channel-kind.js';

/** Every kind of channels, by its name. */
export class ChannelKinds {
  private readonly byName: ReadonlyMap<ChannelKindName, ChannelKind>;

  constructor(private readonly kinds: readonly ChannelKind[]) {
    this.byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  }

  /** The kind of that name. Throws for a name that requests cannot have. */
  of(name: ChannelKindName): ChannelKind {
    const kind = this.byName.get(name);
    if (kind === undefined) throw new Error(`There is no kind of channels called ${name}.`);
    return kind;
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
