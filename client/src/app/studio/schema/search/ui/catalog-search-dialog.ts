import { DialogRef } from '@angular/cdk/dialog';
import { afterRenderEffect, Component, computed, ElementRef, inject, signal } from '@angular/core';
import type { OnDestroy } from '@angular/core';
import { fieldMove } from '#libs/lists';
import { ConnectionColour } from '../../../../shared/connections/ui/connection-colour';
import { ConnectionsStore } from '../../../../shared/connections/connections.store';
import { MarkedTitle } from '../../../../shared/palette/marked-title';
import { DIALOG_HEADING_ID } from '../../../../shared/ui/dialog/dialog-heading-id';
import { Icon } from '../../../../shared/ui/icon/icon';
import { rowIcon } from '../../ui/row-icon';
import { CatalogSearch } from '../catalog-search';
import type { SearchHit } from '../search-hits';

/** Letters typed within this time are one search, in milliseconds. */
const TYPING_MS = 200;
/** More are not listed: typing on finds the others. */
const SHOWN = 300;

/** Finds tables, columns and other objects of every connection by a part of their name. Closes with what was chosen. */
@Component({
  selector: 'dw-catalog-search-dialog',
  imports: [ConnectionColour, Icon, MarkedTitle],
  providers: [CatalogSearch],
  templateUrl: './catalog-search-dialog.html',
  styleUrls: ['../../../../shared/palette/search-dialog.css', './catalog-search-dialog.css'],
  host: { class: 'dw-dialog', '(keydown)': 'press($event)' },
})
export class CatalogSearchDialog implements OnDestroy {
  private readonly dialog = inject<DialogRef<SearchHit>>(DialogRef);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly connections = inject(ConnectionsStore);
  protected readonly search = inject(CatalogSearch);
  protected readonly headingId = inject(DIALOG_HEADING_ID);
  private timer: ReturnType<typeof setTimeout> | null = null;

  protected readonly typed = signal('');
  protected readonly at = signal(0);
  protected readonly shown = computed(() =>
    this.search
      .state()
      .hits.slice(0, SHOWN)
      .map((hit, index) => {
        const connection = this.connections.find(hit.connectionId);
        const { colour = null, name = hit.connectionId } = connection ?? {};
        return { hit, id: `catalog-hit-${index}`, icon: rowIcon(hit.node) ?? 'columns-3', colour, connection: name };
      }),
  );
  protected readonly activeId = computed(() => this.shown()[this.at()]?.id ?? null);
  protected readonly status = computed(() => {
    const { words, hits, waiting, isCancelled } = this.search.state();
    if (words.trim() === '') return 'Type a part of a name.';
    const count = hits.length > SHOWN ? `${SHOWN} of ${hits.length} results` : resultsText(hits.length);
    if (waiting > 0) return `${count} · searching ${connectionsText(waiting)}…`;
    return isCancelled ? `${count} · search cancelled` : count;
  });

  constructor() {
    afterRenderEffect(() => {
      const id = this.activeId();
      if (id !== null) this.host.querySelector(`#${id}`)?.scrollIntoView({ block: 'nearest' });
    });
  }

  ngOnDestroy(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.search.cancel();
  }

  protected type(event: Event): void {
    this.typed.set((event.target as HTMLInputElement).value);
    this.at.set(0);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search.start(this.typed(), this.connections.connections()), TYPING_MS);
  }

  protected press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const move = fieldMove(event.key, this.typed(), { at: this.at(), count: this.shown().length });
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (move !== null) this.at.set(move);
    else if (event.key === 'Enter' && !isOnButton) this.choose(this.shown()[this.at()]?.hit);
    else return;
    event.preventDefault();
  }

  protected choose(hit: SearchHit | undefined): void {
    if (hit) this.dialog.close(hit);
  }
}

function resultsText(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}

function connectionsText(count: number): string {
  return count === 1 ? '1 connection' : `${count} connections`;
}
