import { Component } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';

/** The frame of the three pages about messages. */
@Component({
  selector: 'dw-notifications-page',
  imports: [RouterLink, RouterLinkActive, RouterOutlet],
  template: `
    <section class="dw-page" data-dw-region="notifications" aria-labelledby="notifications-title">
      <header class="dw-page-head">
        <h1 id="notifications-title">Notifications</h1>
        <nav aria-label="Notifications">
          @for (page of pages; track page.path) {
            <a
              routerLinkActive="on"
              ariaCurrentWhenActive="page"
              queryParamsHandling="preserve"
              [routerLink]="'/notifications/' + page.path"
              >{{ page.name }}</a
            >
          }
        </nav>
      </header>
      <router-outlet />
    </section>
  `,
  styles: `
    :host {
      display: flex;
      flex: 1;
      min-width: 0;
      min-height: 0;
    }
    nav {
      display: flex;
      align-self: stretch;
      margin-left: var(--dw-space-2);
    }
    nav a {
      display: flex;
      align-items: center;
      padding: 2px var(--dw-space-3) 0;
      border-bottom: 2px solid transparent;
      color: var(--dw-text-2);
      text-decoration: none;
    }
    nav a:hover {
      color: var(--dw-text-1);
    }
    nav a.on {
      border-bottom-color: var(--dw-accent);
      font-weight: var(--dw-weight-medium);
      color: var(--dw-text-1);
    }
    nav a:focus-visible {
      box-shadow: var(--dw-focus-ring-inset);
    }
  `,
})
export class NotificationsPage {
  protected readonly pages = [
    { path: 'subscriptions', name: 'Subscriptions' },
    { path: 'channels', name: 'Channels' },
    { path: 'deliveries', name: 'Deliveries' },
  ];
}
