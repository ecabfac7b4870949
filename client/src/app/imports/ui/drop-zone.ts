import { Component, input, output } from '@angular/core';
import { IMPORT_EXTENSIONS } from '#libs/imports';
import { FileDrop } from '../../shared/imports/file-drop';
import { Icon } from '../../shared/ui/icon/icon';

/** Where a file is dropped or chosen. */
@Component({
  selector: 'dw-drop-zone',
  imports: [FileDrop, Icon],
  template: `
    <div class="zone" (dwFileDrop)="chosen.emit($event.file)">
      <dw-icon name="upload" [size]="20" />
      <strong>{{ heading() }}</strong>
      <p>CSV, TSV, JSON, NDJSON, Parquet or XLSX, up to 5 GB</p>
      <button class="dw-btn dw-primary" type="button" (click)="file.click()">Choose file</button>
      <input #file hidden type="file" aria-label="File to import" [accept]="accepted" (change)="choose(file)" />
    </div>
  `,
  styles: `
    :host {
      display: block;
      padding: var(--dw-space-4);
    }
    .zone {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
      align-items: center;
      justify-content: center;
      min-height: 220px;
      border: 1px dashed var(--dw-line-3);
      border-radius: var(--dw-radius-3, 8px);
      background: var(--dw-bg-sunken);
    }
    dw-icon {
      color: var(--dw-text-3);
    }
    p {
      color: var(--dw-text-2);
    }
  `,
})
export class DropZone {
  readonly heading = input('Drop a file here');
  readonly chosen = output<File>();
  protected readonly accepted = IMPORT_EXTENSIONS.join(',');

  protected choose(input: HTMLInputElement): void {
    const file = input.files?.[0];
    // The same file can be chosen again.
    input.value = '';
    if (file !== undefined) this.chosen.emit(file);
  }
}
