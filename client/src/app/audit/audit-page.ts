import { Component, computed, effect, inject, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { shownZoneName } from '../shared/time/time-display';
import type { AuditList } from '#libs/api';
import { BusyActions } from '../shared/http/busy-actions';
import { PagedList } from '../shared/http/paged-list';
import { BusyButton } from '../shared/ui/busy-button';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { MoreButton } from '../shared/ui/state/more-button';
import { LoadState } from '../shared/ui/state/load-state';
import { AuditApi } from './data/audit-api';
import { addressOf, countLimits, exportAddress, filterOf, NO_FILTER } from './data/audit-filter';
import type { AuditFilter } from './data/audit-filter';
import { AuditFilterBar } from './ui/audit-filter-bar';
import { AuditTable } from './ui/audit-table';
import { ChainCheck } from './ui/chain-check';

/** What was done, by whom, and what was tried: newest first, filtered by the address. For administrators. */
@Component({
  selector: 'dw-audit-page',
  imports: [...[AuditFilterBar, AuditTable, BusyButton, ChainCheck, EmptyState, Icon, LoadState], MoreButton],
  templateUrl: './audit-page.html',
})
export class AuditPage {
  private readonly api = inject(AuditApi);
  private readonly router = inject(Router);
  private readonly query = toSignal(inject(ActivatedRoute).queryParamMap, { requireSync: true });

  protected readonly filter = computed(() => filterOf((name) => this.query().get(name)), {
    equal: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  protected readonly limits = computed(() => countLimits(this.filter()));
  protected readonly csv = computed(() => exportAddress(this.filter(), 'csv'));
  protected readonly ndjson = computed(() => exportAddress(this.filter(), 'ndjson'));
  protected readonly list = new PagedList<AuditList, AuditFilter>(
    (filter, cursor) => this.api.list(filter, cursor),
    ({ sequence }) => sequence,
    NO_FILTER,
  );
  protected readonly actions = new BusyActions<'refresh'>();
  protected get zone(): string {
    return shownZoneName();
  }

  constructor() {
    effect(() => {
      const filter = this.filter();
      untracked(() => void this.list.show(filter));
    });
  }

  protected async refresh(): Promise<void> {
    await this.actions.run('refresh', () => this.list.load());
  }

  protected change(change: Partial<AuditFilter>): void {
    const queryParams = addressOf({ ...this.filter(), ...change });
    void this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }

  protected clear(): void {
    this.change(NO_FILTER);
  }
}
