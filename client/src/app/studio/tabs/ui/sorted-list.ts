import { createDragRef, createDropListRef } from '@angular/cdk/drag-drop';
import type { DragRef, DropListRef } from '@angular/cdk/drag-drop';
import type { Injector } from '@angular/core';

/** An element that is dragged, and the name by which its drop is reported. */
export interface SortedItem {
  readonly id: () => string;
  readonly element: HTMLElement;
}

/** Sorts the elements of a horizontal list by dragging them along it. */
export class SortedList {
  private readonly list: DropListRef;
  private readonly refs = new Map<HTMLElement, DragRef<SortedItem['id']>>();

  constructor(
    private readonly injector: Injector,
    private readonly host: HTMLElement,
    private readonly dragging: (isDragging: boolean) => void,
    sorted: (id: string, index: number) => void,
  ) {
    this.list = createDropListRef(injector, host).withOrientation('horizontal');
    this.list.withScrollableParents([]);
    this.list.beforeStarted.subscribe(() => {
      this.list.withItems(this.inOrder());
      dragging(true);
    });
    this.list.exited.subscribe(() => dragging(false));
    this.list.dropped.subscribe(({ item, currentIndex }) => {
      dragging(false);
      sorted((item as DragRef<SortedItem['id']>).data(), currentIndex);
    });
  }

  /** The elements that can be dragged from now on. */
  setItems(items: readonly SortedItem[]): void {
    const kept = new Set(items.map(({ element }) => element));
    for (const [element, ref] of this.refs) {
      if (kept.has(element)) continue;
      if (ref.isDragging()) this.dragging(false);
      ref.dispose();
      this.refs.delete(element);
    }
    for (const { id, element } of items) {
      const ref = this.refs.get(element) ?? this.draggable(element);
      ref.data = id;
      this.refs.set(element, ref);
    }
    this.list.withItems(this.inOrder());
  }

  /** Ends all dragging. */
  dispose(): void {
    for (const ref of this.refs.values()) ref.dispose();
    this.list.dispose();
  }

  private draggable(element: HTMLElement): DragRef<SortedItem['id']> {
    const ref: DragRef<SortedItem['id']> = createDragRef(this.injector, element);
    ref.lockAxis = 'x';
    return ref.withBoundaryElement(this.host).withPreviewContainer('parent');
  }

  /** As the elements follow each other in the page; a dragged one stands where its placeholder does. */
  private inOrder(): DragRef<SortedItem['id']>[] {
    return [...this.refs.values()].sort((one, other) => {
      const position = one.getVisibleElement().compareDocumentPosition(other.getVisibleElement());
      return position & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    });
  }
}
