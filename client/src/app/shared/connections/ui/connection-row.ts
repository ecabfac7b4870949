import { CdkContextMenuTrigger, CdkMenuTrigger } from '@angular/cdk/menu';
import type { ElementRef } from '@angular/core';
import { Component, computed, inject, input, output, viewChild } from '@angular/core';
import type { Connection } from '#libs/api';
import { SchemaMarkBadge } from '../../schema-marks/schema-mark-badge';
import { SchemaMarks } from '../../schema-marks/schema-marks.store';
import { Dot } from '../../ui/dot';
import { Icon } from '../../ui/icon/icon';
import { Tooltip } from '../../ui/tooltip';
import { connectionMeta, connectionStateName, connectionTone, engineIcon, serverWarnings } from '../connection-look';
import { ConnectionColour } from './connection-colour';
import { carryConnection } from './connection-drop';
import { ConnectionMenu } from './connection-menu';

/** A menu opened by a key starts under the name, not at the edge. */
const MENU_INDENT_PX = 32;

/** One connection of the list: stripe in its colour, dot of its health, icon of its kind, name, and what to know of it. */
@Component({
  selector: 'dw-connection-row',
  imports: [
    CdkContextMenuTrigger,
    CdkMenuTrigger,
    ConnectionColour,
    ConnectionMenu,
    Dot,
    Icon,
    SchemaMarkBadge,
    Tooltip,
  ],
  template: `
    <div class="row" [class.selected]="isSelected()" [dwConnectionColour]="connection().colour">
      <button
        #name
        type="button"
        class="name"
        dwTooltipSide="right"
        [attr.tabindex]="isTabStop() ? 0 : -1"
        [attr.aria-current]="isSelected() || null"
        [attr.data-connection-id]="connection().id"
        [dwTooltip]="details()"
        [cdkContextMenuTriggerFor]="menu"
        (cdkContextMenuClosed)="takeFocusBack()"
        draggable="true"
        [style.padding-left.px]="14 + 12 * depth()"
        (click)="picked.emit()"
        (dblclick)="opened.emit()"
        (dragstart)="drag($event)"
        (keydown)="onKey($event)"
      >
        <dw-dot [tone]="tone()" />
        <dw-icon [name]="icon()" />
        <span class="dw-clip">{{ connection().name }}</span>
        <span class="cdk-visually-hidden">, {{ spoken() }},</span>
        @if (mark(); as mark) {
          <dw-schema-mark [mark]="mark" />
        }
        <span class="meta" [class.failed]="isFailed()">{{ meta() }}</span>
      </button>
      <button
        type="button"
        class="more dw-btn dw-ghost dw-icon-only dw-sm"
        [attr.tabindex]="isTabStop() ? 0 : -1"
        [attr.aria-label]="'Actions for ' + connection().name"
        [cdkMenuTriggerFor]="menu"
      >
        <dw-icon name="ellipsis" [size]="14" />
      </button>
    </div>
    <ng-template #menu
      ><dw-connection-menu [connection]="connection()" (opened)="opened.emit()" (removing)="removing.emit()"
    /></ng-template>
  `,
  styleUrl: './connection-row.css',
})
export class ConnectionRow {
  readonly connection = input.required<Connection>();
  readonly isSelected = input(false);
  readonly isTesting = input(false);
  /** The folders that it is in. */
  readonly depth = input(0);
  /** The one row of the list that Tab reaches. */
  readonly isTabStop = input(false);
  /** Its schema is to be shown. */
  readonly picked = output();
  /** A query is to be opened on it. */
  readonly opened = output();
  readonly removing = output();
  /** A key that is not the row's own business. */
  readonly pressed = output<KeyboardEvent>();

  private readonly nameButton = viewChild.required<ElementRef<HTMLElement>>('name');

  private readonly marks = inject(SchemaMarks);
  protected readonly mark = computed(() => this.marks.ofConnection(this.connection().id));
  protected readonly icon = computed(() => engineIcon(this.connection().engine));
  protected readonly isFailed = computed(() => this.connection().health.state === 'failed' && !this.isTesting());
  protected readonly tone = computed(() =>
    this.isTesting() ? 'idle' : connectionTone(this.connection().health.state),
  );
  protected readonly meta = computed(() => (this.isTesting() ? 'testing' : connectionMeta(this.connection())));
  /** What the dot and the icon say, in words, unless the words at the right say it already. */
  protected readonly spoken = computed(() => {
    const { engine, health } = this.connection();
    const words = [engine.label, connectionStateName(health.state)];
    return words.filter((word) => word.toLowerCase() !== this.meta().toLowerCase()).join(', ');
  });
  protected readonly details = computed(() => {
    const { health, server, capabilities, host, port, database, user, path } = this.connection();
    if (health.state === 'failed' && health.last_error !== null) return health.last_error;
    const place = capabilities.network ? `${user ?? ''}@${host ?? ''}:${port ?? ''}/${database ?? ''}` : (path ?? '');
    const product = server ? [`${server.product} ${server.version}`] : [];
    return [place, ...product, ...serverWarnings(server)].join('\n');
  });

  /** Puts the focus on the row. */
  focus(): void {
    this.nameButton().nativeElement.focus();
  }

  /** Dropped on a tab, the connection becomes the tab's. */
  protected drag({ dataTransfer }: DragEvent): void {
    if (dataTransfer) carryConnection(dataTransfer, this.connection().id);
  }

  /** A menu that closes leaves the focus nowhere; it belongs to the row, unless something else has taken it. */
  protected takeFocusBack(): void {
    const { ownerDocument } = this.nameButton().nativeElement;
    const active = ownerDocument.activeElement;
    if (!active || active === ownerDocument.body || active.closest('.dw-menu')) this.focus();
  }

  /** Browsers do not all report Shift+F10 and the Menu key, so the row listens itself. */
  protected onKey(event: KeyboardEvent): void {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (!isMenuKey) {
      this.pressed.emit(event);
      return;
    }
    event.preventDefault();
    const button = this.nameButton().nativeElement;
    const { left, bottom } = button.getBoundingClientRect();
    const place = { clientX: left + MENU_INDENT_PX, clientY: bottom, bubbles: true, cancelable: true };
    button.dispatchEvent(new MouseEvent('contextmenu', place));
  }
}
