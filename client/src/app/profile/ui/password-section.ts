import { Component, computed, inject, signal } from '@angular/core';
import { FormSending } from '../../shared/http/form-sending';
import { Identity } from '../../shared/identity/identity';
import { passwordError, passwordHelp } from '../../shared/identity/password-rule';
import { PasswordField } from '../../shared/identity/ui/password-field';
import { Icon } from '../../shared/ui/icon/icon';
import { Toasts } from '../../shared/ui/toast/toasts';
import { keepTyped } from '../../shared/unsaved/keep-typed';
import { holdUnsaved } from '../../shared/unsaved/unsaved-forms';
import { ProfileApi } from '../data/profile-api';

type PasswordFormField = 'current_password' | 'new_password';

/** Changes the person's password. */
@Component({
  selector: 'dw-password-section',
  imports: [Icon, PasswordField],
  templateUrl: './password-section.html',
  styleUrl: './section.css',
})
export class PasswordSection {
  private readonly api = inject(ProfileApi);
  private readonly toasts = inject(Toasts);
  protected readonly email = inject(Identity).me()?.user.email ?? '';

  protected readonly form = signal({ current_password: '', new_password: '' });
  protected readonly help = computed(() => passwordHelp(this.form().new_password));
  protected readonly sending = new FormSending<PasswordFormField>(() => ({
    current_password: this.form().current_password === '' ? 'Enter your current password.' : null,
    new_password: passwordError(this.form().new_password),
  }));

  constructor() {
    const isDirty = (): boolean => Object.values(this.form()).some((text) => text !== '');
    holdUnsaved({ name: () => 'the password', isDirty });
  }

  protected type(field: PasswordFormField, value: string): void {
    this.form.update((form) => ({ ...form, [field]: value }));
    this.sending.forget(field);
  }

  protected async send(): Promise<void> {
    const sent = this.form();
    const isChanged = await this.sending.send(async () => {
      await this.api.changePassword(sent);
    });
    if (!isChanged) return;
    this.form.update((form) => keepTyped(sent, form, { current_password: '', new_password: '' }));
    this.sending.reset();
    const text = 'You are signed out everywhere else.';
    this.toasts.show({ tone: 'success', title: 'Password changed', text });
  }
}
