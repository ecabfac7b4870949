import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { Loaded } from '../../../shared/http/loaded';
import { CopyButton } from '../../../shared/ui/copy-button';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../shared/ui/icon/icon';
import { Segments } from '../../../shared/ui/segments';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { SchemaWatchApi, yamlAddress } from '../../data/schema-watch-api';
import type { YamlFormat } from '../../data/schema-watch-api';

/** The contract whose file is shown. */
export interface YamlDialogData {
  connectionId: string;
  name: string;
}

/** A contract as YAML, to read, copy or download; in the workbench's own words or those of the Open Data Contract Standard. */
@Component({
  selector: 'dw-yaml-dialog',
  imports: [CopyButton, DialogFrame, FailedState, Icon, LoadingState, Segments],
  template: `
    <dw-dialog-frame [heading]="data.name + ' as YAML'">
      <div dwDialogBody>
        <dw-segments label="Format" [options]="formats" [(value)]="format" />
        @let yaml = file();
        @switch (yaml.state()) {
          @case ('loading') {
            <dw-loading-state label="Loading file" [rows]="8" />
          }
          @case ('failed') {
            <dw-failed-state heading="Couldn't load the file" [problem]="yaml.problem()">
              <button type="button" class="dw-btn" (click)="yaml.load()">
                <dw-icon name="refresh-cw" [size]="14" />Try again
              </button>
            </dw-failed-state>
          }
          @default {
            <div class="file">
              <pre class="dw-mono" tabindex="0" aria-label="Contract as YAML">{{ yaml.value() }}</pre>
              <dw-copy-button label="Copy YAML" [text]="yaml.value() ?? ''" />
            </div>
          }
        }
      </div>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close()">Close</button>
        <a class="dw-btn dw-primary dw-lg" [href]="address()" [attr.download]="name()">
          <dw-icon name="download" [size]="14" />Download
        </a>
      </ng-container>
    </dw-dialog-frame>
  `,
  styles: `
    dw-segments {
      margin-bottom: var(--dw-space-3);
    }
    .file {
      position: relative;
    }
    pre {
      max-height: 50vh;
      margin: 0;
      padding: var(--dw-space-3);
      overflow: auto;
      border-radius: 6px;
      font-size: var(--dw-text-dense);
      line-height: 18px;
      background: var(--dw-bg-sunken);
      box-shadow: inset 0 0 0 1px var(--dw-line-1);
    }
    pre:focus-visible {
      box-shadow: var(--dw-focus-ring-inset);
    }
    dw-copy-button {
      position: absolute;
      top: var(--dw-space-1);
      right: var(--dw-space-3);
    }
  `,
})
export class YamlDialog {
  private readonly api = inject(SchemaWatchApi);
  protected readonly data = inject<YamlDialogData>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef>(DialogRef);

  protected readonly formats = [
    { value: 'workbench', label: 'Contract' },
    { value: 'odcs', label: 'ODCS 3.1', tooltip: 'Open Data Contract Standard' },
  ] as const;
  protected readonly format = signal<YamlFormat>('workbench');
  protected readonly address = computed(() => yamlAddress(this.data.connectionId, this.format()));
  protected readonly name = computed(() => {
    const ending = this.format() === 'odcs' ? 'odcs.yaml' : 'yaml';
    return `${this.data.connectionId}-contract.${ending}`;
  });
  private readonly files = {
    workbench: new Loaded(() => this.api.yaml(this.data.connectionId, 'workbench')),
    odcs: new Loaded(() => this.api.yaml(this.data.connectionId, 'odcs')),
  } as const satisfies Record<YamlFormat, Loaded<string>>;
  protected readonly file = computed(() => this.files[this.format()]);

  constructor() {
    for (const file of Object.values(this.files)) void file.load();
  }
}
