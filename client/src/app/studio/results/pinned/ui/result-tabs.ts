import {
  afterNextRender,
  ChangeDetectorRef,
  Component,
  ElementRef,
  inject,
  Injector,
  input,
  signal,
  viewChild,
} from '@angular/core';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';
import { PinnedResultsStore } from '../pinned-results.store';

/** The latest result of a tab and those that are pinned, and what can be done with the pinned one in sight. */
@Component({
  selector: 'dw-result-tabs',
  imports: [Icon, IconButton],
  templateUrl: './result-tabs.html',
  styleUrl: './result-tabs.css',
})
export class ResultTabs {
  readonly tabId = input.required<string>();

  protected readonly pins = inject(PinnedResultsStore);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  private readonly view = inject(ChangeDetectorRef);
  private readonly nameField = viewChild<ElementRef<HTMLInputElement>>('name');
  /** The result that gets another name. */
  protected readonly renamed = signal<string | null>(null);

  protected press(event: KeyboardEvent): void {
    const ids = [null, ...this.pins.of(this.tabId()).map(({ id }) => id)];
    const front = this.pins.front(this.tabId())?.id ?? null;
    const at = ids.indexOf(front);
    const targets: Partial<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: ids.length - 1,
    };
    const target = ids[targets[event.key] ?? -1];
    if (event.key === 'F2' && front !== null) this.startRename(front);
    else if (event.key === 'Delete' && front !== null) this.unpin(front);
    else if (target === undefined) return;
    else this.choose(target);
    event.preventDefault();
  }

  protected startRename(id: string): void {
    this.renamed.set(id);
    // Letters may follow before the page would be drawn.
    this.view.detectChanges();
    this.nameField()?.nativeElement.focus();
    this.nameField()?.nativeElement.select();
  }

  /** Enter takes the name, Escape keeps the former one; both end the composition of an input method first. */
  protected pressName(event: Event, id: string, text: string | null): void {
    if (!(event as KeyboardEvent).isComposing) this.endRename(id, text);
  }

  /** Takes the name that was typed, once: the field that goes away loses the focus, too. */
  protected endRename(id: string, text: string | null): void {
    if (this.renamed() !== id) return;
    if (text !== null) this.pins.rename(this.tabId(), id, text);
    this.renamed.set(null);
    this.focusTab();
  }

  protected unpin(id: string): void {
    this.pins.unpin(this.tabId(), id);
    this.focusTab();
  }

  private choose(id: string | null): void {
    this.pins.show(this.tabId(), id);
    this.focusTab();
  }

  private focusTab(): void {
    const focus = (): void => this.host.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    afterNextRender(focus, { injector: this.injector });
  }
}
