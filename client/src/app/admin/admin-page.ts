import { Component, computed, DestroyRef, inject } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import type { AdminOverview } from '#libs/api';
import { bytesText } from '#libs/results';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { Loaded } from '../shared/http/loaded';
import { Identity } from '../shared/identity/identity';
import { Moment } from '../shared/time/moment';
import { Badge } from '../shared/ui/badge';
import { Icon } from '../shared/ui/icon/icon';
import type { IconName } from '../shared/ui/icon/icon';
import { LoadState } from '../shared/ui/state/load-state';
import { AdminApi } from './data/admin-api';
import { HEALTH_LABELS, poolText, serverText } from './data/admin-words';
import { ActivityCard } from './ui/activity-card';
import { EngineProcessesCard } from './ui/engine-processes-card';
import { LicencesCard } from './ui/licences-card';
import { MissingIndexesCard } from './ui/missing-indexes-card';
import { SecretKeyCard } from './ui/secret-key-card';
import { StorageCard } from './ui/storage-card';

const READ_EVERY_MS = 5_000;

/** Another page that administrators need; shown where this workbench has it. */
interface Place {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  readonly text: string;
}

const PLACES: readonly Place[] = [
  { path: 'jobs', name: 'Jobs', icon: 'calendar-clock', text: 'Schedules and runs' },
  { path: 'users', name: 'Users', icon: 'users', text: 'Users and roles' },
  { path: 'audit', name: 'Audit', icon: 'scroll-text', text: 'Recorded actions' },
  { path: 'notifications', name: 'Notifications', icon: 'send', text: 'Channels and deliveries' },
  { path: 'settings', name: 'Settings', icon: 'sliders-horizontal', text: 'Studio preferences' },
];

/** How the workbench and its databases are doing. For administrators. */
@Component({
  selector: 'dw-admin-page',
  imports: [
    ...[Badge, ConnectionColour, Icon, LoadState, Moment, RouterLink],
    ...[ActivityCard, EngineProcessesCard, LicencesCard, MissingIndexesCard, SecretKeyCard, StorageCard],
  ],
  templateUrl: './admin-page.html',
  styleUrl: './admin-page.css',
})
export class AdminPage {
  private readonly api = inject(AdminApi);
  private readonly identity = inject(Identity);
  private readonly routes = inject(Router).config.flatMap(({ children }) => children ?? []);
  protected readonly overview = new Loaded<AdminOverview>(() => this.api.overview());
  protected readonly places = computed(() => {
    const built = new Set(this.routes.map(({ path }) => path));
    return PLACES.filter(({ path }) => built.has(path) && (path !== 'users' || this.identity.hasUsers()));
  });
  protected readonly healthLabels = HEALTH_LABELS;
  protected readonly pool = poolText;
  protected readonly size = bytesText;
  protected readonly server = serverText;

  constructor() {
    void this.overview.load();
    const timer = setInterval(() => {
      if (!document.hidden) void this.overview.load();
    }, READ_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }
}
