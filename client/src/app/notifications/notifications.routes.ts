import type { Routes } from '@angular/router';
import { NotificationsPage } from './notifications-page';

export const routes: Routes = [
  {
    path: '',
    component: NotificationsPage,
    children: [
      { path: '', pathMatch: 'full', redirectTo: 'subscriptions' },
      {
        path: 'subscriptions',
        title: 'Subscriptions',
        loadComponent: async () => (await import('./subscriptions-page')).SubscriptionsPage,
      },
      {
        path: 'channels',
        title: 'Channels',
        loadComponent: async () => (await import('./channels-page')).ChannelsPage,
      },
      {
        path: 'deliveries',
        title: 'Deliveries',
        loadComponent: async () => (await import('./deliveries-page')).DeliveriesPage,
      },
    ],
  },
];
