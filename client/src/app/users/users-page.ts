import { Component, computed, inject } from '@angular/core';
import type { User, UserChange } from '#libs/api';
import { ApiProblem } from '../shared/http/api-problem';
import { BusyActions } from '../shared/http/busy-actions';
import { Loaded } from '../shared/http/loaded';
import { Identity } from '../shared/identity/identity';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { LoadState } from '../shared/ui/state/load-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { UsersApi } from './data/users-api';
import { InviteDialog } from './ui/invite-dialog';
import type { InviteDialogData } from './ui/invite-dialog';
import { UsersTable } from './ui/users-table';
import type { UserAction } from './ui/users-table';

/** The people of the workbench: invite, change the role, disable, reset. For administrators. */
@Component({
  selector: 'dw-users-page',
  imports: [EmptyState, Icon, LoadState, UsersTable],
  templateUrl: './users-page.html',
})
export class UsersPage {
  private readonly api = inject(UsersApi);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  protected readonly me = computed(() => this.identity.me()?.user.id ?? null);
  private readonly identity = inject(Identity);

  /** Known to have no accounts. */
  protected readonly isSingle = computed(() => this.identity.options() !== null && !this.identity.hasUsers());
  private readonly actions = new BusyActions();
  protected readonly list = new Loaded(async () => (await this.api.list()).items);

  constructor() {
    void this.list.load();
  }

  protected async invite(): Promise<void> {
    await this.openDialog({ invitation: null });
    await this.list.load();
  }

  protected async act({ user, act }: { user: User; act: UserAction }): Promise<void> {
    await this.actions.run(`${act} ${user.id}`, () => this.perform(user, act));
  }

  private async perform(user: User, act: UserAction): Promise<void> {
    if (act === 'reset') await this.reset(user);
    else if (act === 'sign-out') await this.signOut(user);
    else if (act === 'disable') await this.disable(user);
    else if (act === 'enable') await this.change(user, { disabled: false }, `${nameOf(user)} is enabled`);
    else {
      const words = act === 'admin' ? 'is now an administrator' : 'is no longer an administrator';
      await this.change(user, { role: act }, `${nameOf(user)} ${words}`);
    }
  }

  private async disable(user: User): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: `Disable ${nameOf(user)}?`,
      text: 'They are signed out and their API tokens stop working. Their data is kept, and you can enable the user again.',
      action: 'Disable user',
      isDangerous: true,
    });
    if (isSure) await this.change(user, { disabled: true }, `${nameOf(user)} is disabled`);
  }

  private async signOut(user: User): Promise<void> {
    try {
      await this.api.signOut(user);
      this.toasts.show({ tone: 'success', title: `${nameOf(user)} is signed out everywhere` });
    } catch (error) {
      this.showFailure(`${nameOf(user)} is still signed in`, error);
    }
  }

  private async reset(user: User): Promise<void> {
    const isInvited = user.state === 'invited';
    const isSure = await this.dialogs.confirm({
      heading: isInvited ? `New link for ${nameOf(user)}?` : `Reset the password of ${nameOf(user)}?`,
      text: isInvited
        ? 'The previous link stops working.'
        : 'Their password stops working and they are signed out. You get a link for choosing a new password.',
      action: isInvited ? 'Make new link' : 'Reset password',
      isDangerous: !isInvited,
    });
    if (!isSure) return;
    try {
      await this.openDialog({ invitation: await this.api.reset(user) });
    } catch (error) {
      this.showFailure(`${nameOf(user)} was not reset`, error);
    }
    await this.list.load();
  }

  private async change(user: User, change: UserChange, title: string): Promise<void> {
    try {
      const changed = await this.api.change(user, change);
      this.list.update((users) => users.map((other) => (other.id === changed.id ? changed : other)));
      this.toasts.show({ tone: 'success', title });
      if (user.id === this.me()) await this.identity.check();
    } catch (error) {
      this.showFailure(`${nameOf(user)} was not changed`, error);
    }
    await this.list.load();
  }

  private openDialog(data: InviteDialogData): Promise<undefined> {
    return this.dialogs.open<InviteDialog, undefined, InviteDialogData>(InviteDialog, {
      data,
      width: 480,
      isForm: true,
    });
  }

  private showFailure(title: string, error: unknown): void {
    const { code, detail } = ApiProblem.from(error);
    const text = code === 'last-administrator' ? 'Make another user an administrator first.' : detail;
    this.toasts.show({ tone: 'danger', title, text });
  }
}

function nameOf({ name, email }: User): string {
  return name || email;
}
