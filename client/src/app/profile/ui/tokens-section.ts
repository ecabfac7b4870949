import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject } from '@angular/core';
import type { ApiToken, ApiTokenList } from '#libs/api';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { BusyActions } from '../../shared/http/busy-actions';
import { PagedList } from '../../shared/http/paged-list';
import { Moment } from '../../shared/time/moment';
import { Dialogs } from '../../shared/ui/dialog/dialogs';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';
import { EmptyState } from '../../shared/ui/state/empty-state';
import { LoadState } from '../../shared/ui/state/load-state';
import { MoreButton } from '../../shared/ui/state/more-button';
import { Toasts } from '../../shared/ui/toast/toasts';
import { ProfileApi } from '../data/profile-api';
import { connectionsText, revocationText, scopesText } from '../data/token-words';
import { TokenDialog } from './token-dialog';
import type { TokenDialogData } from './token-dialog';

/** The person's API tokens: what each may do, where, when it was used, when it ends. */
@Component({
  selector: 'dw-tokens-section',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, EmptyState, Icon, IconButton, LoadState, Moment, MoreButton],
  templateUrl: './tokens-section.html',
  styleUrl: './section.css',
})
export class TokensSection {
  private readonly api = inject(ProfileApi);
  private readonly connections = inject(ConnectionsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  private readonly actions = new BusyActions();
  protected readonly list = new PagedList<ApiTokenList>(
    (_, cursor) => this.api.tokens(cursor),
    ({ id }) => id,
    null,
  );
  private readonly names = computed(() => new Map(this.connections.connections().map(({ id, name }) => [id, name])));
  protected readonly scopesText = scopesText;

  constructor() {
    void this.list.load();
  }

  protected connectionsText(token: ApiToken): string {
    return connectionsText(token, this.names());
  }

  protected async create(): Promise<void> {
    await this.dialogs.open<TokenDialog, undefined, TokenDialogData>(TokenDialog, {
      data: { shown: null },
      width: 520,
      isForm: true,
    });
    await this.list.load();
  }

  protected async rotate(token: ApiToken): Promise<void> {
    await this.actions.run(`rotate ${token.id}`, () => this.confirmAndRotate(token));
  }

  protected async revoke(token: ApiToken): Promise<void> {
    await this.actions.run(`revoke ${token.id}`, () => this.confirmAndRevoke(token));
  }

  private async confirmAndRotate(token: ApiToken): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: `Rotate ${token.name}?`,
      text: 'Creates a new secret, shown once. The old one stops working immediately.',
      action: 'Rotate token',
    });
    if (!isSure) return;
    try {
      const shown = await this.api.rotateToken(token);
      const options = { data: { shown }, width: 520, isForm: true };
      await this.dialogs.open<TokenDialog, undefined, TokenDialogData>(TokenDialog, options);
    } catch (error) {
      this.toasts.showFailure(`${token.name} couldn't be rotated`, error);
    }
    await this.list.load();
  }

  private async confirmAndRevoke(token: ApiToken): Promise<void> {
    const saved = await this.api.savedByToken(token).catch(() => null);
    const isSure = await this.dialogs.confirm({
      heading: `Revoke ${token.name}?`,
      ...revocationText(saved?.items ?? null),
      action: 'Revoke token',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.revokeToken(token);
      this.toasts.show({ tone: 'neutral', icon: 'ban', title: `Revoked ${token.name}` });
    } catch (error) {
      this.toasts.showFailure(`${token.name} couldn't be revoked`, error);
    }
    await this.list.load();
  }
}
