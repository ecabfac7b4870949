import { DestroyRef, inject } from '@angular/core';
import { Router } from '@angular/router';

/** The router of a page: an answer that comes after the page was left does not bring a person back to it. */
export class PageRouter {
  private readonly router = inject(Router);
  private isLeft = false;

  /** Needs an injection context. */
  constructor() {
    inject(DestroyRef).onDestroy(() => (this.isLeft = true));
  }

  /** Navigates as `Router.navigate` does while the page is there; false once it was left. */
  navigate(...call: Parameters<Router['navigate']>): Promise<boolean> {
    return this.isLeft ? Promise.resolve(false) : this.router.navigate(...call);
  }
}
