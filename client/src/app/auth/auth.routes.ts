import type { Routes } from '@angular/router';
import { whenUnknown } from '../shared/identity/guards';

export const routes: Routes = [
  {
    path: 'sign-in',
    title: 'Sign in',
    canActivate: [whenUnknown],
    loadComponent: async () => (await import('./sign-in-page')).SignInPage,
  },
  {
    path: 'set-up',
    title: 'Set up',
    canActivate: [whenUnknown],
    loadComponent: async () => (await import('./set-up-page')).SetUpPage,
  },
  {
    path: 'welcome',
    title: 'Welcome',
    loadComponent: async () => (await import('./welcome-page')).WelcomePage,
  },
  {
    path: 'signed-in',
    title: 'Signed in',
    loadComponent: async () => (await import('./signed-in-page')).SignedInPage,
  },
];
