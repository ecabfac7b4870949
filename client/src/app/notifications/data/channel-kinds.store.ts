import { computed, inject, Service, signal } from '@angular/core';
import type { ChannelKindInfo, ChannelKindName } from '#libs/api';
import { iconNamed } from '../../shared/ui/icon/icon-named';
import type { IconName } from '../../shared/ui/icon/icon';
import { NotificationsApi } from './notifications-api';

/** What the kinds of channels are called and take, read once. */
@Service()
export class ChannelKindsStore {
  private readonly api = inject(NotificationsApi);
  private readonly known = signal<readonly ChannelKindInfo[]>([]);
  private readonly byName = computed(() => new Map(this.known().map((info) => [info.kind, info])));

  constructor() {
    // Without them lists show the names that the API has.
    this.load().catch(() => undefined);
  }

  /** All kinds, in the order in which they are offered. Rejects with an ApiProblem. */
  async load(): Promise<readonly ChannelKindInfo[]> {
    if (this.known().length === 0) this.known.set(await this.api.kinds());
    return this.known();
  }

  label(kind: ChannelKindName): string {
    return this.byName().get(kind)?.label ?? kind;
  }

  icon(kind: ChannelKindName): IconName {
    return iconNamed(this.byName().get(kind)?.icon, 'message-square');
  }

  canRotateSecret(kind: ChannelKindName): boolean {
    return this.byName().get(kind)?.can_rotate_secret ?? false;
  }
}
