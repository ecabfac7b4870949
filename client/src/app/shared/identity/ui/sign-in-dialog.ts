import { DialogRef } from '@angular/cdk/dialog';
import { Component, effect, inject } from '@angular/core';
import { DialogFrame } from '../../ui/dialog/dialog-frame';
import { Identity } from '../identity';
import { PAGE_LOADER } from '../page-loader';
import { PROVIDER_WINDOW } from '../provider-window';
import { signInAddress } from '../return-to';
import { SignInForm } from './sign-in-form';

/** Lies over a page whose sign-in has ended, until its person, or another one, has signed in. */
@Component({
  selector: 'dw-sign-in-dialog',
  imports: [DialogFrame, SignInForm],
  template: `
    <dw-dialog-frame isLocked heading="Sign in again">
      <div dwDialogBody class="body">
        <p class="dw-t2">
          {{ identity.isSignedOutElsewhere() ? 'You signed out in another tab.' : 'Your session has expired.' }} Sign in
          to continue where you left off.
        </p>
        @if (identity.options(); as options) {
          <dw-sign-in-form [options]="options" [knownEmail]="email" (providerAsked)="openProvider()" />
        }
      </div>
      <button dwDialogActions type="button" class="dw-btn dw-ghost dw-lg" (click)="leave()">
        Go to the sign-in page
      </button>
    </dw-dialog-frame>
  `,
  styles: `
    .body {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
  `,
})
export class SignInDialog {
  protected readonly identity = inject(Identity);
  private readonly pages = inject(PAGE_LOADER);
  private readonly openProviderWindow = inject(PROVIDER_WINDOW);
  private readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly email = this.identity.me()?.user.email ?? '';

  constructor() {
    // Another tab may have signed in, and the cookie is everybody's.
    effect(() => {
      if (!this.identity.isLost()) this.dialog.close();
    });
  }

  /** In a window of its own, so that this page lives on. */
  protected openProvider(): void {
    this.openProviderWindow();
  }

  protected leave(): void {
    this.pages.open(signInAddress(location.pathname + location.search));
  }
}
