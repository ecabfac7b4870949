import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import { Component, computed, inject } from '@angular/core';
import { ApiProblem } from '../shared/http/api-problem';
import { Identity } from '../shared/identity/identity';
import { initialsOf } from '../shared/identity/initials';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { Toasts } from '../shared/ui/toast/toasts';
import { Tooltip } from '../shared/ui/tooltip';
import { AreaAddresses } from './area-addresses';

/** The person at the foot of the rail: who they are, their own pages, those of administrators, and the way out. */
@Component({
  selector: 'dw-account-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, Tooltip],
  templateUrl: './account-menu.html',
  styleUrl: './account-menu.css',
})
export class AccountMenu {
  protected readonly identity = inject(Identity);
  private readonly addresses = inject(AreaAddresses);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  protected readonly positions: ConnectedPosition[] = [
    { originX: 'end', originY: 'bottom', overlayX: 'start', overlayY: 'bottom', offsetX: 8 },
  ];
  protected readonly person = computed(() => (this.identity.hasUsers() ? (this.identity.me()?.user ?? null) : null));
  protected readonly name = computed(() => {
    const person = this.person();
    return person ? person.name || person.email : '';
  });
  protected readonly initials = computed(() => initialsOf(this.name()));
  protected readonly label = computed(() => (this.person() ? `Account: ${this.name()}` : 'Account'));
  protected readonly roleName = computed(() => (this.person()?.role === 'admin' ? 'Administrator' : 'User'));

  protected open(path: string): void {
    void this.addresses.open(path);
  }

  protected async signOutEverywhere(): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: 'Sign out everywhere?',
      text: 'All your browsers must sign in again. API tokens keep working.',
      action: 'Sign out everywhere',
    });
    if (isSure) await this.signOut(true);
  }

  protected async signOut(isEverywhere = false): Promise<void> {
    try {
      await this.identity.signOut(isEverywhere);
    } catch (error) {
      const text = ApiProblem.from(error).detail;
      this.toasts.show({ tone: 'danger', title: 'You are still signed in', text });
    }
  }
}
