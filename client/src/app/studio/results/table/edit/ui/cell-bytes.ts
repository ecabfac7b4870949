import type { ElementRef } from '@angular/core';
import { Component, computed, inject, input, output, signal, viewChild } from '@angular/core';
import { fileFault, readBytes, writeBytes } from '#libs/changes';
import { countedText } from '#libs/results';
import { connectionDialect } from '../../../../../shared/connections/connection-dialect';
import { ConnectionsStore } from '../../../../../shared/connections/connections.store';
import { Icon } from '../../../../../shared/ui/icon/icon';
import { TableEdits } from '../table-edits';

/** Sets a cell of bytes from a file, and saves its bytes as one. */
@Component({
  selector: 'dw-cell-bytes',
  imports: [Icon],
  template: `
    @if (fault(); as text) {
      <p class="fault" role="alert">{{ text }}</p>
    }
    <input #file type="file" hidden aria-label="File" (change)="take(file)" (cancel)="choosing.emit(false)" />
    <button class="dw-btn dw-ghost dw-sm" type="button" (click)="choose()">
      <dw-icon name="upload" [size]="14" />From file… <kbd class="dw-kbd">Alt+F</kbd>
    </button>
    @if (bytes(); as saved) {
      <button class="dw-btn dw-ghost dw-sm" type="button" (click)="save(saved)">
        <dw-icon name="download" [size]="14" />Download <kbd class="dw-kbd">Alt+S</kbd>
      </button>
      <span class="size dw-num">{{ size() }}</span>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      align-items: center;
    }
    .fault {
      width: 100%;
      margin: 0;
      padding: 4px;
      color: var(--dw-danger-text);
    }
    .size {
      margin-left: auto;
      padding: 0 6px;
      color: var(--dw-text-2);
    }
  `,
})
export class CellBytes {
  /** The bytes as text; other texts have none. */
  readonly text = input.required<string>();
  readonly column = input.required<string>();
  /** The bytes of a file as text. */
  readonly taken = output<string>();
  /** Whether the dialog of the browser is open, which takes the focus. */
  readonly choosing = output<boolean>();

  private readonly file = viewChild.required<ElementRef<HTMLInputElement>>('file');
  private readonly edits = inject(TableEdits);
  private readonly connections = inject(ConnectionsStore);
  protected readonly fault = signal<string | null>(null);
  protected readonly bytes = computed(() => readBytes(this.text()));
  protected readonly size = computed(() => countedText(this.bytes()?.length ?? 0, 'byte'));

  /** Does what a key with Alt stands for; false for another one. */
  press(letter: string): boolean {
    const bytes = this.bytes();
    if (letter === 'f') this.choose();
    else if (letter === 's' && bytes) this.save(bytes);
    else return false;
    return true;
  }

  protected choose(): void {
    this.choosing.emit(true);
    this.file().nativeElement.click();
  }

  protected async take(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    const connection = this.connections.find(this.edits.place()?.connectionId ?? '');
    input.value = '';
    this.choosing.emit(false);
    if (!file || !connection) return;
    this.fault.set(fileFault(file.size));
    if (this.fault() !== null) return;
    try {
      this.taken.emit(writeBytes(new Uint8Array(await file.arrayBuffer()), connectionDialect(connection)));
    } catch {
      this.fault.set('The file cannot be read. Choose it again.');
    }
  }

  protected save(bytes: Uint8Array<ArrayBuffer>): void {
    const href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    const link = Object.assign(document.createElement('a'), { href, download: `${this.column()}.bin` });
    link.click();
    // The browser needs the address until it has begun to read.
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }
}
