import { Component, computed, effect, inject, linkedSignal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
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
  private readonly fragment = toSignal(inject(ActivatedRoute).fragment);
  protected readonly code = computed(() => this.fragment() ?? '');
  /** Another link in the same tab begins anew. */
  protected readonly form = linkedSignal({ source: this.code, computation: () => ({ name: '', password: '' }) });
  protected readonly passwordHelp = computed(() => passwordHelp(this.form().password));
  protected readonly sending = new FormSending<'name' | 'password'>(() => ({
    name: null,
    password: passwordError(this.form().password),
  }));

  constructor() {
    effect(() => {
      this.code();
      untracked(() => this.sending.reset());
    });
  }

  protected type(field: 'name' | 'password', value: string): void {
    this.form.update((form) => ({ ...form, [field]: value }));
    this.sending.forget(field);
  }

  protected send(): Promise<boolean> {
    const code = this.code();
    return this.sending.send(async () => {
      const { name, password } = this.form();
      const input: AcceptInput = { code, password };
      if (name.trim() !== '') input.name = name.trim();
      try {
        await this.api.post('/api/auth/accept', { body: input });
      } catch (error) {
        // A refusal of the link before says nothing of this one.
        if (this.code() !== code) return;
        throw error;
      }
      this.identity.enter('/');
    });
  }
}
