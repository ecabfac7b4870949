import { Component, computed, inject } from '@angular/core';
import type { SignInSession } from '#libs/api';
import { BusyActions } from '../../shared/http/busy-actions';
import { Loaded } from '../../shared/http/loaded';
import { Moment } from '../../shared/time/moment';
import { Badge } from '../../shared/ui/badge';
import { Icon } from '../../shared/ui/icon/icon';
import { LoadState } from '../../shared/ui/state/load-state';
import { Toasts } from '../../shared/ui/toast/toasts';
import { browserName } from '../data/browser-name';
import { ProfileApi } from '../data/profile-api';

/** Where the person is signed in; each place can be signed out from here. */
@Component({
  selector: 'dw-sessions-section',
  imports: [Badge, Icon, LoadState, Moment],
  templateUrl: './sessions-section.html',
  styleUrl: './section.css',
})
export class SessionsSection {
  private readonly api = inject(ProfileApi);
  private readonly toasts = inject(Toasts);

  private readonly actions = new BusyActions();
  protected readonly list = new Loaded(async () => (await this.api.sessions()).items);
  protected readonly hasOthers = computed(() => this.list.value()?.some((session) => !session.is_current) ?? false);
  protected readonly browserName = browserName;

  constructor() {
    void this.list.load();
  }

  protected end({ id, user_agent }: SignInSession): Promise<void> {
    return this.act(id, () => this.api.endSession(id), `${browserName(user_agent)} is signed out`);
  }

  protected endOthers(): Promise<void> {
    return this.act('others', () => this.api.endOtherSessions(), 'Other browsers signed out');
  }

  private async act(name: string, work: () => Promise<void>, title: string): Promise<void> {
    await this.actions.run(name, async () => {
      try {
        await work();
        this.toasts.show({ tone: 'success', title });
      } catch (error) {
        this.toasts.showFailure("The browser wasn't signed out", error);
      }
      await this.list.load();
    });
  }
}
