import { CdkMenu, CdkMenuGroup, CdkMenuItem, CdkMenuItemRadio } from '@angular/cdk/menu';
import { Component, inject, input, output } from '@angular/core';
import { COLOUR_PRESETS } from '#libs/api';
import type { Connection } from '#libs/api';
import { Identity } from '../../identity/identity';
import { keyText } from '../../keys/key-names';
import { Icon } from '../../ui/icon/icon';
import { MenuAccelerators } from '../../ui/menu-accelerators';
import { ConnectionActions } from '../connection-actions';

/** The menu of a connection: of its right click, its Menu key and its "more" button. */
@Component({
  selector: 'dw-connection-menu',
  imports: [CdkMenu, CdkMenuGroup, CdkMenuItem, CdkMenuItemRadio, Icon, MenuAccelerators],
  template: `
    <div cdkMenu dwMenuAccelerators class="dw-menu" [attr.aria-label]="connection().name">
      <button
        type="button"
        cdkMenuItem
        class="dw-menu-item"
        data-accelerator="N"
        aria-keyshortcuts="N"
        (cdkMenuItemTriggered)="opened.emit()"
      >
        <dw-icon name="plus" />New query
        <span class="dw-end" aria-hidden="true"><kbd class="dw-kbd">N</kbd></span>
      </button>
      <button
        type="button"
        cdkMenuItem
        class="dw-menu-item"
        data-accelerator="T"
        aria-keyshortcuts="T"
        (cdkMenuItemTriggered)="actions.test(connection())"
      >
        <dw-icon name="plug" />Test connection
        <span class="dw-end" aria-hidden="true"><kbd class="dw-kbd">T</kbd></span>
      </button>
      <button
        type="button"
        cdkMenuItem
        class="dw-menu-item"
        data-accelerator="R"
        aria-keyshortcuts="R"
        (cdkMenuItemTriggered)="actions.reconnect(connection())"
      >
        <dw-icon name="refresh-cw" />Reconnect
        <span class="dw-end" aria-hidden="true"><kbd class="dw-kbd">R</kbd></span>
      </button>
      @if (connection().access === 'manage') {
        <button
          type="button"
          cdkMenuItem
          class="dw-menu-item"
          data-accelerator="E"
          aria-keyshortcuts="E"
          (cdkMenuItemTriggered)="actions.edit(connection())"
        >
          <dw-icon name="pencil" />Edit
          <span class="dw-end" aria-hidden="true"><kbd class="dw-kbd">E</kbd></span>
        </button>
        @if (identity.hasUsers()) {
          <button
            type="button"
            cdkMenuItem
            class="dw-menu-item"
            (cdkMenuItemTriggered)="actions.endAllSessions(connection())"
          >
            <dw-icon name="plug" />End all sessions
          </button>
          <button
            type="button"
            cdkMenuItem
            class="dw-menu-item"
            data-accelerator="W"
            aria-keyshortcuts="W"
            (cdkMenuItemTriggered)="actions.share(connection())"
          >
            <dw-icon name="users" />Manage access
            <span class="dw-end" aria-hidden="true"><kbd class="dw-kbd">W</kbd></span>
          </button>
        }
        <hr class="dw-menu-rule" />
        <div class="dw-menu-head" aria-hidden="true">Colour</div>
        <div cdkMenuGroup class="swatches" aria-label="Colour">
          @for (colour of colours; track colour) {
            <button
              type="button"
              cdkMenuItemRadio
              class="swatch"
              [attr.data-conn]="colour"
              [attr.aria-label]="nameOf(colour)"
              [cdkMenuItemChecked]="colour === (connection().colour ?? 'none')"
              (cdkMenuItemTriggered)="actions.recolour(connection(), colour === 'none' ? null : colour)"
              (keydown)="walk($event)"
            ></button>
          }
        </div>
        <hr class="dw-menu-rule" />
        <button
          type="button"
          cdkMenuItem
          class="dw-menu-item dw-danger"
          data-accelerator="Backspace"
          aria-keyshortcuts="Backspace"
          (cdkMenuItemTriggered)="removing.emit()"
        >
          <dw-icon name="trash" />Remove
          <span class="dw-end" aria-hidden="true"
            ><kbd class="dw-kbd">{{ removeKey }}</kbd></span
          >
        </button>
      }
    </div>
  `,
  styleUrl: './connection-menu.css',
})
export class ConnectionMenu {
  readonly connection = input.required<Connection>();
  /** A query is to be opened on the connection. */
  readonly opened = output();
  /** The list asks for confirmation and then moves the focus. */
  readonly removing = output();

  protected readonly actions = inject(ConnectionActions);
  protected readonly identity = inject(Identity);
  protected readonly colours = ['none', ...COLOUR_PRESETS];
  protected readonly removeKey = keyText('Backspace');

  protected nameOf(colour: string): string {
    return colour === 'none' ? 'No colour' : colour.charAt(0).toUpperCase() + colour.slice(1);
  }

  /** The swatches lie in a row, so left and right walk them too. */
  protected walk(event: KeyboardEvent): void {
    const here = event.target as HTMLElement;
    const neighbours: Record<string, Element | null> = {
      ArrowLeft: here.previousElementSibling,
      ArrowRight: here.nextElementSibling,
    };
    if (!(event.key in neighbours)) return;
    event.preventDefault();
    event.stopPropagation();
    (neighbours[event.key] as HTMLElement | null)?.focus();
  }
}
