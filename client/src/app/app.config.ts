import { provideHttpClient, withInterceptors } from '@angular/common/http';
import {
  inject,
  provideAppInitializer,
  provideBrowserGlobalErrorListeners,
  provideZonelessChangeDetection,
} from '@angular/core';
import type { ApplicationConfig } from '@angular/core';
import { REMOVE_STYLES_ON_COMPONENT_DESTROY } from '@angular/platform-browser';
import { provideRouter, TitleStrategy, withComponentInputBinding, withRouterConfig } from '@angular/router';
import { routes } from './app.routes';
import { PageTitle } from './shell/page-title';
import { watchForAnswers } from './shared/http/watch-for-answers';
import { Identity } from './shared/identity/identity';
import { waitForSignIn } from './shared/identity/wait-for-sign-in';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    provideZonelessChangeDetection(),
    // The styles of what is shown again and again, such as the editor of a cell, are matched with the page once.
    { provide: REMOVE_STYLES_ON_COMPONENT_DESTROY, useValue: false },
    // A page that stays, as it has unsaved changes, keeps its place in the history.
    provideRouter(routes, withComponentInputBinding(), withRouterConfig({ canceledNavigationResolution: 'computed' })),
    { provide: TitleStrategy, useClass: PageTitle },
    // Asked for at once and not waited for: the area's own parts load meanwhile.
    provideAppInitializer(() => void inject(Identity).load()),
    provideHttpClient(withInterceptors([waitForSignIn, watchForAnswers])),
  ],
};
