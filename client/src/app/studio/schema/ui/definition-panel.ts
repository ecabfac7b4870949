import { afterNextRender, Component, computed, ElementRef, inject, Injector } from '@angular/core';
import type { ForeignKeyDetails } from '#libs/api';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { CopyButton } from '../../../shared/ui/copy-button';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { TabsStore } from '../../tabs/tabs.store';
import { columnRemark } from '../column-remark';
import { DefinitionStore } from '../definition.store';

/** The panel at the right that shows the statements that create a table or object, and what a table has. */
@Component({
  selector: 'dw-definition-panel',
  imports: [ConnectionColour, CopyButton, FailedState, Icon, IconButton, LoadingState],
  templateUrl: './definition-panel.html',
  styleUrl: './definition-panel.css',
  host: {
    role: 'complementary',
    'data-dw-region': 'definition',
    '[attr.aria-label]': "'Definition of ' + store.target()?.name",
    '(keydown.escape)': '$event.preventDefault(); close()',
  },
})
export class DefinitionPanel {
  protected readonly store = inject(DefinitionStore);
  private readonly tabs = inject(TabsStore);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected readonly ready = computed(() => {
    const definition = this.store.definition();
    return definition.state === 'ready' ? definition : null;
  });
  protected readonly problem = computed(() => {
    const definition = this.store.definition();
    return definition.state === 'failed' ? definition.problem : null;
  });
  protected readonly fullName = computed(() => {
    const { schema = null, name = '' } = this.store.target() ?? {};
    return schema === null ? name : `${schema}.${name}`;
  });
  protected readonly columns = computed(() => {
    const details = this.ready()?.details;
    return (details?.columns ?? []).map((column) => ({
      ...column,
      isKey: details?.primary_key?.columns.includes(column.name) ?? false,
      remark: columnRemark(column),
    }));
  });

  constructor() {
    const injector = inject(Injector);
    afterNextRender(() => this.host.querySelector<HTMLElement>('.close')?.focus(), { injector });
  }

  protected targetOf({ references: to }: ForeignKeyDetails): string {
    return `${to.schema}.${to.table} (${to.columns.join(', ')})`;
  }

  /** Opens the statements in a new tab, and runs nothing. */
  protected openAsSql(ddl: string): void {
    const target = this.store.target();
    if (target) this.tabs.open({ title: target.name, sql: ddl, connectionId: target.connection.id });
  }

  /** The definition was opened from the tree, so the focus goes back there. */
  protected close(): void {
    this.store.close();
    document.querySelector<HTMLElement>('dw-schema-tree [role="tree"]')?.focus();
  }
}
