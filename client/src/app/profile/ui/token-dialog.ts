import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { SCOPES, scopesOfRole } from '#libs/access';
import type { Scope } from '#libs/access';
import type { NewApiToken } from '#libs/api';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { FormSending } from '../../shared/http/form-sending';
import { Identity } from '../../shared/identity/identity';
import { DialogFrame } from '../../shared/ui/dialog/dialog-frame';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { ChoiceGroup } from '../../shared/ui/field/choice-group';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { NarrowedChoice } from '../../shared/ui/field/narrowed-choice';
import { withItem } from '../../shared/ui/field/with-item';
import { Icon } from '../../shared/ui/icon/icon';
import { ProfileApi } from '../data/profile-api';
import { EMPTY_TOKEN_FORM, tokenFormErrors, tokenInput } from '../data/token-form';
import type { TokenForm } from '../data/token-form';
import { LIFETIMES_DAYS, lifetimeText, SCOPE_WORDS } from '../data/token-words';
import { TokenSecret } from './token-secret';

/** A token to show this once, or null to make one first. */
export interface TokenDialogData {
  shown: NewApiToken | null;
}

type TokenField = 'name' | 'scopes' | 'connection_ids' | 'expires_at';

/** The field that holds each part of the form. */
const FIELD_OF: Readonly<Record<keyof TokenForm, TokenField>> = {
  ...{ name: 'name', hasAllScopes: 'scopes', scopes: 'scopes' },
  ...{ hasAllConnections: 'connection_ids', connectionIds: 'connection_ids', lifetimeDays: 'expires_at' },
};

/** Makes a token and shows it, this once; or shows one that was rotated. */
@Component({
  selector: 'dw-token-dialog',
  imports: [ChoiceGroup, DialogFrame, Field, FieldControl, FormFrame, Icon, NarrowedChoice, TokenSecret],
  templateUrl: './token-dialog.html',
  styleUrl: './token-dialog.css',
})
export class TokenDialog {
  private readonly api = inject(ProfileApi);
  private readonly identity = inject(Identity);
  protected readonly connections = inject(ConnectionsStore).connections;
  protected readonly dialog = inject<DialogRef>(DialogRef);

  protected readonly shown = signal(inject<TokenDialogData>(DIALOG_DATA).shown);
  protected readonly form = signal(EMPTY_TOKEN_FORM);
  protected readonly sending = new FormSending<TokenField>(() => ({
    ...tokenFormErrors(this.form()),
    expires_at: null,
  }));
  protected readonly scopes = computed(() => scopesOfRole(this.identity.isAdmin() ? 'admin' : 'user', SCOPES));
  protected readonly scopeWords = SCOPE_WORDS;
  protected readonly lifetimes = LIFETIMES_DAYS;
  protected readonly lifetimeText = lifetimeText;

  protected change(change: Partial<TokenForm>): void {
    this.form.update((form) => ({ ...form, ...change }));
    for (const part of Object.keys(change) as (keyof TokenForm)[]) this.sending.forget(FIELD_OF[part]);
  }

  protected chooseScope(scope: Scope, isIn: boolean): void {
    this.change({ scopes: withItem(this.form().scopes, scope, isIn) });
  }

  protected chooseLifetime(index: number): void {
    this.change({ lifetimeDays: LIFETIMES_DAYS[index] ?? null });
  }

  protected async send(): Promise<void> {
    await this.sending.send(async () => {
      this.shown.set(await this.api.createToken(tokenInput(this.form(), Date.now())));
    });
  }
}
