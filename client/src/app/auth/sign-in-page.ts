import { afterNextRender, Component, computed, inject, input, viewChild } from '@angular/core';
import { Router } from '@angular/router';
import { Identity } from '../shared/identity/identity';
import { PAGE_LOADER } from '../shared/identity/page-loader';
import { providerAddress } from '../shared/identity/provider-window';
import { returnPath } from '../shared/identity/return-to';
import { SignInForm } from '../shared/identity/ui/sign-in-form';
import { Icon } from '../shared/ui/icon/icon';
import { signInNotice } from './data/sign-in-notice';
import { AuthFrame } from './ui/auth-frame';

/** Lets a person in, and brings them to where they wanted to go. */
@Component({
  selector: 'dw-sign-in-page',
  imports: [AuthFrame, Icon, SignInForm],
  template: `
    <dw-auth-frame heading="Sign in to Data Workbench">
      @if (notice(); as notice) {
        <p class="notice dw-note dw-warn" role="status"><dw-icon name="triangle-alert" [size]="14" />{{ notice }}</p>
      }
      @if (identity.options(); as options) {
        <dw-sign-in-form [options]="options" (signedIn)="goOn()" (providerAsked)="askProvider()" />
      }
    </dw-auth-frame>
  `,
  styles: `
    .notice {
      margin-bottom: var(--dw-space-3);
    }
  `,
})
export class SignInPage {
  /** Where the person wanted to go: a path of the workbench. */
  readonly return_to = input<string>();
  /** What the server has to say, as a code. */
  readonly error = input<string>();

  protected readonly identity = inject(Identity);
  private readonly router = inject(Router);
  private readonly pages = inject(PAGE_LOADER);
  private readonly target = computed(() => returnPath(this.return_to()));
  protected readonly notice = computed(() => signInNotice(this.error()));

  private readonly form = viewChild(SignInForm);

  constructor() {
    afterNextRender(() => this.form()?.focus());
  }

  protected goOn(): void {
    void this.router.navigateByUrl(this.target());
  }

  protected askProvider(): void {
    this.pages.open(providerAddress(this.target()));
  }
}
