import { Component, inject } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { EmptyState } from '../shared/ui/state/empty-state';

/** What an address that leads nowhere shows. */
@Component({
  selector: 'dw-not-found-page',
  imports: [EmptyState, RouterLink],
  template: `
    <h1 class="cdk-visually-hidden">Not found</h1>
    <dw-empty-state icon="unplug" heading="Page not found" [text]="text">
      <a class="dw-btn dw-primary" routerLink="/studio">Open Studio</a>
    </dw-empty-state>
  `,
})
export class NotFoundPage {
  private readonly path = inject(Router).url.split('?')[0] ?? '';
  // Pages for administrators lead here, too.
  protected readonly text =
    this.path === '/not-found'
      ? "This page doesn't exist, or it is only for administrators."
      : `${this.path} isn't a page of the workbench.`;
}
