import { Component, computed, inject, input, signal } from '@angular/core';
import { Router } from '@angular/router';
import type { SetUpInput } from '#libs/api';
import { ApiClient } from '../shared/http/api-client';
import { FormSending } from '../shared/http/form-sending';
import { Identity } from '../shared/identity/identity';
import { emailError, passwordError, passwordHelp } from '../shared/identity/password-rule';
import { PAGE_LOADER } from '../shared/identity/page-loader';
import { providerAddress } from '../shared/identity/provider-window';
import { returnPath } from '../shared/identity/return-to';
import { PasswordField } from '../shared/identity/ui/password-field';
import { ProviderButton } from '../shared/identity/ui/provider-button';
import { Field } from '../shared/ui/field/field';
import { FieldControl } from '../shared/ui/field/field-control';
import { Icon } from '../shared/ui/icon/icon';
import { signInNotice } from './data/sign-in-notice';
import { AuthFrame } from './ui/auth-frame';

type SetUpField = 'code' | 'email' | 'name' | 'password';

/** Makes the first administrator, with the code that the workbench printed when it started, or at the identity provider. */
@Component({
  selector: 'dw-set-up-page',
  imports: [AuthFrame, Field, FieldControl, Icon, PasswordField, ProviderButton],
  templateUrl: './set-up-page.html',
  styleUrl: './ui/auth-form.css',
})
export class SetUpPage {
  readonly return_to = input<string>();
  /** What the server has to say of a sign-in at the provider, as a code. */
  readonly error = input<string>();

  private readonly api = inject(ApiClient);
  private readonly identity = inject(Identity);
  private readonly router = inject(Router);
  private readonly pages = inject(PAGE_LOADER);
  protected readonly provider = computed(() => this.identity.options()?.provider ?? null);
  protected readonly notice = computed(() => signInNotice(this.error()));

  protected readonly form = signal({ code: '', email: '', name: '', password: '' });
  protected readonly passwordHelp = computed(() => passwordHelp(this.form().password));
  protected readonly sending = new FormSending<SetUpField>(() => ({
    name: null,
    code: this.form().code.trim() === '' ? 'Enter the code from the server output.' : null,
    email: emailError(this.form().email),
    password: passwordError(this.form().password),
  }));

  protected type(field: SetUpField, value: string): void {
    this.form.update((form) => ({ ...form, [field]: value }));
    this.sending.forget(field);
  }

  protected askProvider(): void {
    this.pages.open(providerAddress(returnPath(this.return_to())));
  }

  protected send(): Promise<boolean> {
    return this.sending.send(async () => {
      const { code, email, name, password } = this.form();
      const input: SetUpInput = { code: code.trim(), email: email.trim(), password };
      if (name.trim() !== '') input.name = name.trim();
      this.identity.take(await this.api.post('/api/auth/set-up', { body: input }));
      await this.router.navigateByUrl(returnPath(this.return_to()));
    });
  }
}
