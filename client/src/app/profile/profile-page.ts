import { Component, computed, inject } from '@angular/core';
import { Identity } from '../shared/identity/identity';
import { PasswordSection } from './ui/password-section';
import { SessionsSection } from './ui/sessions-section';
import { TokensSection } from './ui/tokens-section';

/** What belongs to a person: password, sign-ins, API tokens. At a workbench for one person only the tokens. */
@Component({
  selector: 'dw-profile-page',
  imports: [PasswordSection, SessionsSection, TokensSection],
  template: `
    <section class="dw-page" data-dw-region="profile" aria-labelledby="profile-title">
      <header class="dw-page-head">
        <h1 id="profile-title">Profile</h1>
        @if (person(); as person) {
          <span class="dw-t2 dw-clip">{{ person.name ? person.name + ', ' + person.email : person.email }}</span>
        }
      </header>
      <div class="dw-page-body">
        <dw-tokens-section />
        @if (identity.asksForSignIn()) {
          <dw-sessions-section />
        }
        @if (identity.me()?.has_password) {
          <dw-password-section />
        }
      </div>
    </section>
  `,
  styles: `
    .dw-page-body {
      gap: var(--dw-space-6);
      padding-bottom: var(--dw-space-8);
    }
  `,
})
export class ProfilePage {
  protected readonly identity = inject(Identity);
  protected readonly person = computed(() => (this.identity.hasUsers() ? (this.identity.me()?.user ?? null) : null));
}
