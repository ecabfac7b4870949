import { Component, computed, input } from '@angular/core';
import type { FreezePreview } from '#libs/api';
import type { Loaded } from '../../../shared/http/loaded';
import { Icon } from '../../../shared/ui/icon/icon';
import { diffTables } from '../../data/diff-tables';
import { counted } from '../../data/watch-words';
import { DiffTables } from '../changes/diff-tables';

/** What a contract would expect otherwise when it is frozen again, as the schema is at this moment. */
@Component({
  selector: 'dw-refreeze-preview',
  imports: [DiffTables, Icon],
  template: `
    <h3>Changes to the contract</h3>
    @if (preview().problem(); as problem) {
      <p class="dw-note dw-warn">
        <dw-icon name="triangle-alert" [size]="14" />Couldn't compare with the current schema: {{ problem.detail }}
      </p>
    } @else if (current(); as value) {
      <p class="words" role="status">{{ words() }}</p>
      @if (value.changes.length > 0) {
        <dw-diff-tables tabindex="0" role="region" aria-label="Changes to the contract" [tables]="tables()" />
      }
    } @else {
      <p class="words" role="status"><span class="dw-spinner"></span> Reading the schema</p>
    }
  `,
  styles: `
    :host {
      display: block;
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
    }
    h3 {
      margin-bottom: var(--dw-space-1);
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
    }
    .words {
      color: var(--dw-text-2);
    }
    dw-diff-tables {
      max-height: 240px;
      margin-top: var(--dw-space-2);
      overflow: auto;
    }
    dw-diff-tables:focus-visible {
      box-shadow: var(--dw-focus-ring);
    }
  `,
})
export class RefreezePreview {
  readonly preview = input.required<Loaded<FreezePreview>>();

  /** Not that of other tables, while it is asked for those that are chosen. */
  protected readonly current = computed(() => (this.preview().isSuperseded() ? null : this.preview().value()));
  protected readonly tables = computed(() => {
    const changes = this.current()?.changes ?? [];
    return diffTables({ changes, recreated: [] }, () => false);
  });
  protected readonly words = computed(() => {
    const value = this.current();
    if (value === null) return '';
    if (value.changes.length === 0) return 'None: the schema already matches the contract.';
    return `${counted(value.changes.length, 'expectation')} would be different, in ${counted(this.tables().length, 'table')}.`;
  });
}
