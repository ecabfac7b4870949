import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';

// Most visits begin in the studio: it comes while the application starts, not after it.
if (/^\/(?:studio)?$/.test(location.pathname)) void import('./app/studio/studio-page').catch(() => undefined);

void bootstrapApplication(App, appConfig);
