import { afterNextRender, Component, inject } from '@angular/core';
import { Identity } from '../shared/identity/identity';
import { AuthFrame } from './ui/auth-frame';

/** Where the small window of the identity provider ends: it notifies the page that waits, and closes. */
@Component({
  selector: 'dw-signed-in-page',
  imports: [AuthFrame],
  template: `
    <dw-auth-frame heading="Signed in">
      <p>You can close this window and continue in the previous one.</p>
    </dw-auth-frame>
  `,
})
export class SignedInPage {
  private readonly identity = inject(Identity);

  constructor() {
    afterNextRender(() => void this.announce());
  }

  private async announce(): Promise<void> {
    await this.identity.load();
    const me = this.identity.me();
    if (me) this.identity.take(me);
    window.close();
  }
}
