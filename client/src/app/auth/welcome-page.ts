import { Component, computed, inject, signal } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import type { AcceptInput } from '#libs/api';
import { ApiClient } from '../shared/http/api-client';
import { FormSending } from '../shared/http/form-sending';
import { Identity } from '../shared/identity/identity';
import { passwordError, passwordHelp } from '../shared/identity/password-rule';
import { PasswordField } from '../shared/identity/ui/password-field';
import { Field } from '../shared/ui/field/field';
import { FieldControl } from '../shared/ui/field/field-control';
import { Icon } from '../shared/ui/icon/icon';
import { AuthFrame } from './ui/auth-frame';

/** Where the link of an invitation or of a reset leads: a password is chosen, and the person is in. */
@Component({
  selector: 'dw-welcome-page',
  imports: [AuthFrame, Field, FieldControl, Icon, PasswordField],
  templateUrl: './welcome-page.html',
  styleUrl: './ui/auth-form.css',
})
export class WelcomePage {
  private readonly api = inject(ApiClient);
  private readonly identity = inject(Identity);

  /** Behind the `#`, which browsers do not send. */
  protected readonly code = inject(ActivatedRoute).snapshot.fragment ?? '';
  protected readonly form = signal({ name: '', password: '' });
  protected readonly passwordHelp = computed(() => passwordHelp(this.form().password));
  protected readonly sending = new FormSending<'name' | 'password'>(() => ({
    name: null,
    password: passwordError(this.form().password),
  }));

  protected type(field: 'name' | 'password', value: string): void {
    this.form.update((form) => ({ ...form, [field]: value }));
    this.sending.forget(field);
  }

  protected send(): Promise<boolean> {
    return this.sending.send(async () => {
      const { name, password } = this.form();
      const input: AcceptInput = { code: this.code, password };
      if (name.trim() !== '') input.name = name.trim();
      await this.api.post('/api/auth/accept', { body: input });
      this.identity.enter('/');
    });
  }
}
