import type { ElementRef } from '@angular/core';
import { Component, computed, inject, input, linkedSignal, output, signal, viewChild } from '@angular/core';
import type { Me, SignInInput, SignInOptions } from '#libs/api';
import { ApiProblem } from '../../http/api-problem';
import { failureText } from '../../http/failure-text';
import { Field } from '../../ui/field/field';
import { FieldControl } from '../../ui/field/field-control';
import { Icon } from '../../ui/icon/icon';
import { Identity } from '../identity';

import { PasswordField } from './password-field';
import { ProviderButton } from './provider-button';

/** Signs in: by e-mail and password, by the access token of a workbench, or at the identity provider. */
@Component({
  selector: 'dw-sign-in-form',
  imports: [Field, FieldControl, Icon, PasswordField, ProviderButton],
  templateUrl: './sign-in-form.html',
  styleUrl: './sign-in-form.css',
})
export class SignInForm {
  readonly options = input.required<SignInOptions>();
  /** Who signs in again; may be changed. */
  readonly knownEmail = input('');
  readonly signedIn = output<Me>();
  /** The person wants to sign in at the identity provider. */
  readonly providerAsked = output();

  private readonly identity = inject(Identity);
  private readonly emailBox = viewChild<ElementRef<HTMLInputElement>>('emailBox');
  private readonly secretBox = viewChild(PasswordField);

  protected readonly email = linkedSignal(() => this.knownEmail());
  protected readonly secret = signal('');
  protected readonly isSending = signal(false);
  protected readonly failure = signal<string | null>(null);
  protected readonly mistakes = signal<{ email?: string; secret?: string }>({});
  protected readonly isByToken = computed(() => this.options().sign_in === 'access-token');
  protected readonly provider = computed(() => this.options().provider);

  /** Puts the focus where typing begins. */
  focus(): void {
    const box = this.emailBox()?.nativeElement ?? this.secretBox();
    box?.focus();
  }

  protected type(field: 'email' | 'secret', value: string): void {
    this[field].set(value);
    this.mistakes.update((mistakes) => ({ ...mistakes, [field]: undefined }));
  }

  protected async send(): Promise<void> {
    if (this.isSending() || !this.canSend()) return;
    this.isSending.set(true);
    this.failure.set(null);
    try {
      this.signedIn.emit(await this.identity.signIn(this.input()));
    } catch (error) {
      this.failure.set(this.failureOf(ApiProblem.from(error)));
      this.secretBox()?.focus();
    } finally {
      this.isSending.set(false);
    }
  }

  /** It never says which of the two was wrong, since that is not known here either. */
  private failureOf(problem: ApiProblem): string {
    if (problem.code !== 'sign-in-failed') return failureText(problem);
    return this.isByToken() ? 'Wrong access token.' : 'Wrong email address or password.';
  }

  private input(): SignInInput {
    const secret = this.secret();
    return this.isByToken() ? { access_token: secret } : { email: this.email().trim(), password: secret };
  }

  private canSend(): boolean {
    const email = !this.isByToken() && this.email().trim() === '' ? 'Enter your email address.' : undefined;
    const what = this.isByToken() ? 'Enter the access token.' : 'Enter your password.';
    const secret = this.secret() === '' ? what : undefined;
    this.mistakes.set({ ...(email ? { email } : {}), ...(secret ? { secret } : {}) });
    if (email) this.emailBox()?.nativeElement.focus();
    else if (secret) this.secretBox()?.focus();
    return !email && !secret;
  }
}
