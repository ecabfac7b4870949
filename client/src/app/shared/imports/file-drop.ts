import { Directive, output, signal } from '@angular/core';

/** A file that was dropped, and what it was dropped on. */
export interface DroppedFile {
  readonly file: File;
  readonly on: EventTarget | null;
}

/** Takes a file that is dropped from outside of the browser; several drop as their first. */
@Directive({
  selector: '[dwFileDrop]',
  host: {
    class: 'dw-file-drop',
    '[class.dw-file-over]': 'isOver()',
    '(dragenter)': 'enter($event)',
    '(dragover)': 'enter($event)',
    '(dragleave)': 'leave($event)',
    '(drop)': 'drop($event)',
  },
})
export class FileDrop {
  readonly dropped = output<DroppedFile>({ alias: 'dwFileDrop' });
  protected readonly isOver = signal(false);

  protected enter(event: DragEvent): void {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.isOver.set(true);
  }

  protected leave({ currentTarget, relatedTarget }: DragEvent): void {
    const isInside =
      currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside) this.isOver.set(false);
  }

  protected drop(event: DragEvent): void {
    this.isOver.set(false);
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    this.dropped.emit({ file, on: event.target });
  }
}
