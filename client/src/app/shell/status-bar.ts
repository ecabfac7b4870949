import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject } from '@angular/core';
import { connectionStateName, connectionTone, latencyText } from '../shared/connections/connection-look';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { keyText } from '../shared/keys/key-names';
import { StatusSlots } from '../shared/status/status-slots';
import { Dot } from '../shared/ui/dot';

/** The foot of the page: the connection in use at the left, then whatever the area has to say. */
@Component({
  selector: 'dw-status-bar',
  imports: [Dot, NgTemplateOutlet],
  template: `
    @if (connection(); as connection) {
      <span class="item"
        ><dw-dot [tone]="tone()" /><span class="dw-clip">{{ words() }}</span></span
      >
    }
    @for (entry of left(); track entry) {
      <span class="item"><ng-container [ngTemplateOutlet]="entry.template" /></span>
    }
    <span class="dw-grow"></span>
    @for (entry of right(); track entry) {
      <span class="item"><ng-container [ngTemplateOutlet]="entry.template" /></span>
    }
    <span class="palette"
      ><kbd class="dw-kbd">{{ paletteKeys }}</kbd
      >Find anything</span
    >
  `,
  styles: `
    :host {
      display: flex;
      gap: var(--dw-space-4);
      align-items: center;
      min-width: 0;
      padding: 0 var(--dw-space-3);
      overflow: hidden;
      border-top: 1px solid var(--dw-line-1);
      font-size: var(--dw-text-micro);
      line-height: var(--dw-lh-micro);
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
      color: var(--dw-text-3);
      background: var(--dw-bg-rail);
    }
    .palette,
    .item {
      display: inline-flex;
      gap: 6px;
      align-items: center;
      min-width: 0;
    }
    /* A phone has no keys to press. */
    @media (width < 560px) {
      .palette {
        display: none;
      }
    }
  `,
  host: { role: 'contentinfo', 'aria-label': 'Status' },
})
export class StatusBar {
  private readonly slots = inject(StatusSlots);
  protected readonly connection = inject(ConnectionsStore).selected;

  protected readonly paletteKeys = keyText('Mod+K');
  protected readonly left = computed(() => this.slots.entries().filter(({ side }) => side === 'left'));
  protected readonly right = computed(() => this.slots.entries().filter(({ side }) => side === 'right'));
  protected readonly tone = computed(() => connectionTone(this.connection()?.health.state ?? 'idle'));
  protected readonly words = computed(() => {
    const connection = this.connection();
    if (!connection) return '';
    const { state, latency_ms: latencyMs } = connection.health;
    const isFast = state === 'healthy' && latencyMs !== null;
    return `${connection.name}, ${isFast ? latencyText(latencyMs) : connectionStateName(state)}`;
  });
}
