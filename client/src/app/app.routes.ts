import type { Routes } from '@angular/router';
import { routes as signInRoutes } from './auth/auth.routes';
import { whenAdmin, whenKnown } from './shared/identity/guards';
import { guarded } from './shared/unsaved/leave-guard';
import { Shell } from './shell/shell';

/** Every area is a lazy chunk; an area that is not built yet has no route. */
export const routes: Routes = [
  ...signInRoutes,
  {
    path: '',
    component: Shell,
    canActivate: [whenKnown],
    children: guarded([
      { path: '', pathMatch: 'full', redirectTo: 'studio' },
      { path: 'studio', loadChildren: async () => (await import('./studio/studio.routes')).routes },
      { path: 'schema-watch', loadChildren: async () => (await import('./schema-watch/schema-watch.routes')).routes },
      {
        path: 'settings',
        loadComponent: async () => (await import('./settings/settings-page')).SettingsPage,
        children: guarded([
          { path: '', pathMatch: 'full', redirectTo: 'studio' },
          { path: 'studio', loadChildren: async () => (await import('./settings/studio.routes')).routes },
          { path: 'snippets', loadChildren: async () => (await import('./settings/snippets.routes')).routes },
          { path: 'copilot', loadChildren: async () => (await import('./settings/copilot.routes')).routes },
        ]),
      },
      { path: 'explore', loadChildren: async () => (await import('./explore/explore.routes')).routes },
      { path: 'changes', loadChildren: async () => (await import('./changes/changes.routes')).routes },
      { path: 'imports', loadChildren: async () => (await import('./imports/imports.routes')).routes },
      { path: 'layers', loadChildren: async () => (await import('./tiles/tiles.routes')).routes },
      {
        path: 'notifications',
        loadChildren: async () => (await import('./notifications/notifications.routes')).routes,
      },
      { path: 'agents', loadChildren: async () => (await import('./mcp/mcp.routes')).routes },
      { path: 'jobs', loadChildren: async () => (await import('./scheduler/scheduler.routes')).routes },
      { path: 'data', loadChildren: async () => (await import('./pipelines/pipelines.routes')).routes },
      { path: 'profile', loadChildren: async () => (await import('./profile/profile.routes')).routes },
      {
        path: 'users',
        canActivate: [whenAdmin],
        loadChildren: async () => (await import('./users/users.routes')).routes,
      },
      {
        path: 'admin',
        canActivate: [whenAdmin],
        loadChildren: async () => (await import('./admin/admin.routes')).routes,
      },
      {
        path: 'audit',
        canActivate: [whenAdmin],
        loadChildren: async () => (await import('./audit/audit.routes')).routes,
      },
      {
        path: '**',
        title: 'Not found',
        loadComponent: async () => (await import('./shell/not-found-page')).NotFoundPage,
      },
    ]),
  },
];
