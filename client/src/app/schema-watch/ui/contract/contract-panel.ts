import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input } from '@angular/core';
import type { Connection } from '#libs/api';
import { Moment } from '../../../shared/time/moment';
import { Badge } from '../../../shared/ui/badge';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { MoreButton } from '../../../shared/ui/state/more-button';
import { LoadState } from '../../../shared/ui/state/load-state';
import { expectationOf } from '../../data/expectation';
import { SchemaWatchStore } from '../../data/schema-watch.store';
import type { Watch } from '../../data/schema-watch.store';
import { ShownLines } from '../../data/shown-lines';
import { contractBadge, counted } from '../../data/watch-words';
import { CheckDialog } from './check-dialog';
import type { CheckDialogData } from './check-dialog';
import { FreezeDialog } from './freeze-dialog';
import type { FreezeDialogData } from './freeze-dialog';
import { ViolationHistory } from './violation-history';
import { YamlDialog } from './yaml-dialog';
import type { YamlDialogData } from './yaml-dialog';

/** The contract of a connection: where it stands, what broke it, and what can be done with it. */
@Component({
  selector: 'dw-contract-panel',
  imports: [
    ...[Badge, EmptyState, Icon, IconButton, LoadState, Moment, MoreButton, NgTemplateOutlet],
    ...[ViolationHistory],
  ],
  templateUrl: './contract-panel.html',
  styleUrl: './contract-panel.css',
  host: { role: 'complementary', 'aria-label': 'Contract' },
})
export class ContractPanel {
  readonly connection = input.required<Connection>();
  readonly watch = input.required<Watch>();

  private readonly store = inject(SchemaWatchStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  protected readonly contract = computed(() => this.watch().contract);
  protected readonly view = computed(() => this.contract().value()?.view ?? null);
  protected readonly mayManage = computed(() => this.connection().access === 'manage');
  /** Statements can be tried out only where they could be run. */
  protected readonly mayCheck = computed(() => {
    const { access, writes } = this.connection();
    return writes === 'direct' && access !== 'query';
  });
  /** Not evaluated since, or not read again since. */
  protected readonly isStale = computed(() => this.view()?.stale === true || this.contract().isOutdated());
  protected readonly look = computed(() =>
    contractBadge({ state: this.view()?.state ?? 'holds', stale: this.isStale() }),
  );
  protected readonly breakages = computed(() =>
    (this.view()?.violation?.items ?? []).map((item) => ({ ...expectationOf(item), summary: item.summary })),
  );
  protected readonly shownBreakages = new ShownLines(() => this.breakages());
  /** Of a contract that is stale only what was known then can be said. */
  protected readonly brokenHeading = computed(() => (this.isStale() ? 'Violations' : 'What broke'));
  protected readonly coversText = computed(() => {
    const tables = Object.values(this.view()?.contract.tables ?? {});
    const columns = tables.reduce((count, table) => count + table.columns.length, 0);
    return `${counted(tables.length, 'table')}, ${counted(columns, 'column')}`;
  });

  protected async freeze(): Promise<void> {
    const connection = this.connection();
    const freeze: FreezeDialogData['freeze'] = (order) => this.store.freeze(connection.id, order);
    const preview: FreezeDialogData['preview'] = (order) => this.store.preview(connection.id, order);
    const tables: FreezeDialogData['tables'] = () => this.store.tables(connection.id);
    const data = { connection, replaced: this.view(), freeze, preview, tables };
    const name = await this.dialogs.open<FreezeDialog, string, FreezeDialogData>(FreezeDialog, { data, isForm: true });
    if (name !== undefined) this.toasts.show({ tone: 'success', title: `${name} is frozen` });
  }

  protected async release(): Promise<void> {
    const view = this.view();
    if (view === null) return;
    const { id, name } = view.contract;
    const isSure = await this.dialogs.confirm({
      heading: `Release ${name}?`,
      text: 'The schema is no longer checked against the contract. Snapshots, changes and history are kept.',
      action: 'Release contract',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.store.release(this.connection().id, id);
      this.toasts.show({ tone: 'success', title: `${name} is released` });
    } catch (error) {
      this.toasts.showFailure(`${name} is still in force`, error);
    }
  }

  protected async checkMigration(): Promise<void> {
    const data = { connection: this.connection(), contract: this.view()?.contract.name ?? '' };
    const options = { data, width: 560, isForm: true };
    await this.dialogs.open<CheckDialog, undefined, CheckDialogData>(CheckDialog, options);
  }

  protected async showYaml(): Promise<void> {
    const data = { connectionId: this.connection().id, name: this.view()?.contract.name ?? '' };
    await this.dialogs.open<YamlDialog, undefined, YamlDialogData>(YamlDialog, { data, width: 560 });
  }
}
