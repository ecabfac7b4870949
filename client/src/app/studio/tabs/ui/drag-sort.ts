import {
  DestroyRef,
  Directive,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  output,
  signal,
  untracked,
} from '@angular/core';
import type { SortedList } from './sorted-list';

/** Loads what sorts a list by dragging; it is not part of the first visit. */
export const loadSortedList = () => import('./sorted-list');

/**
 * A row of elements whose order is changed by dragging. What does the work is loaded with the second element, or when
 * the pointer reaches the row. While an element is dragged, the host has the class `cdk-drop-list-dragging`.
 */
@Directive({
  selector: '[dwDragSort]',
  host: {
    '[class.cdk-drop-list-dragging]': 'isDragging()',
    '(pointerenter)': 'prepare()',
    '(pointerdown)': 'prepare()',
  },
})
export class DragSort {
  /** An element was dropped at a place, counted from 0. */
  readonly dragSorted = output<{ id: string; index: number }>();

  protected readonly isDragging = signal(false);
  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly items = signal<readonly DragSortItem[]>([]);
  private readonly list = signal<SortedList | null>(null);
  private isLoading = false;
  private isGone = false;

  constructor() {
    effect(() => {
      const [list, items] = [this.list(), this.items()];
      // The drag's own signals are read in there; following them would end the drag before its drop is counted.
      untracked(() => list?.setItems(items));
    });
    inject(DestroyRef).onDestroy(() => {
      this.isGone = true;
      this.list()?.dispose();
    });
  }

  /** Takes an element into the list. */
  add(item: DragSortItem): void {
    this.items.update((items) => [...items, item]);
    // The pointer may reach the row and press at once, before anything could be loaded.
    if (this.items().length > 1) void this.prepare();
  }

  /** Takes an element out of the list. */
  remove(item: DragSortItem): void {
    this.items.update((items) => items.filter((other) => other !== item));
  }

  protected async prepare(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const { SortedList } = await loadSortedList();
      if (this.isGone) return;
      const sorted = (id: string, index: number): void => this.dragSorted.emit({ id, index });
      this.list.set(new SortedList(this.injector, this.host, (is) => this.isDragging.set(is), sorted));
    } catch {
      // Tried again at the next movement; the keys and the menu of a tab move it, too.
      this.isLoading = false;
    }
  }
}

/** An element of a row that is sorted by dragging. */
@Directive({ selector: '[dwDragSortItem]' })
export class DragSortItem {
  readonly id = input.required<string>({ alias: 'dwDragSortItem' });
  readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  constructor() {
    const row = inject(DragSort);
    row.add(this);
    inject(DestroyRef).onDestroy(() => row.remove(this));
  }
}
