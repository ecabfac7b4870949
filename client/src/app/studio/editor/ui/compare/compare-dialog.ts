import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import type { ElementRef } from '@angular/core';
import { Component, DestroyRef, afterNextRender, inject, viewChild } from '@angular/core';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { DialogFrame } from '../../../../shared/ui/dialog/dialog-frame';
import type { Dialogs } from '../../../../shared/ui/dialog/dialogs';
import { loadMonaco } from '../../../../shared/editor/ui/load-monaco';
import { EDITOR_OPTIONS } from '../../../../shared/editor/ui/monaco-setup';
import type { Monaco } from '../../../../shared/editor/ui/monaco-setup';
import { sqlLanguage } from '../../../../shared/editor/ui/language-id';

/** Two texts, and what may be done about them. */
export interface Comparison {
  readonly heading: string;
  readonly left: { readonly label: string; readonly text: string };
  readonly right: { readonly label: string; readonly text: string };
  /** The last one is the primary button. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Two texts beside each other with their differences marked; closes with the choice that was made. */
@Component({
  selector: 'dw-compare-dialog',
  imports: [DialogFrame],
  template: `
    <dw-dialog-frame [heading]="data.heading">
      <div dwDialogBody class="both">
        <div class="labels">
          <span>{{ data.left.label }}</span>
          <span>{{ data.right.label }}</span>
        </div>
        <div #place class="place"></div>
      </div>
      <ng-container dwDialogActions>
        <button type="button" class="dw-btn dw-ghost dw-lg" (click)="dialog.close()">Close</button>
        @for (choice of data.choices; track choice.value) {
          <button type="button" class="dw-btn dw-lg" [class.dw-primary]="$last" (click)="dialog.close(choice.value)">
            {{ choice.label }}
          </button>
        }
      </ng-container>
    </dw-dialog-frame>
  `,
  styles: `
    :host {
      display: contents;
    }
    .both {
      display: flex;
      flex-direction: column;
      gap: 4px;
    }
    .labels {
      display: grid;
      grid-template-columns: 1fr 1fr;
      font-size: 12px;
      font-weight: var(--dw-weight-medium);
      color: var(--dw-text-2);
    }
    .place {
      height: min(60vh, 520px);
      overflow: hidden;
      border: 1px solid var(--dw-line-2);
      border-radius: var(--dw-radius-2, 4px);
    }
  `,
})
export class CompareDialog {
  protected readonly data = inject<Comparison>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<string>>(DialogRef);
  private readonly place = viewChild.required<ElementRef<HTMLElement>>('place');

  constructor() {
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      // The editor behind the dialog has loaded it.
      void loadMonaco().then((monaco) => {
        if (!destroyRef.destroyed) destroyRef.onDestroy(this.show(monaco));
      });
    });
  }

  /** Draws both texts. Answers how to take everything away. */
  private show(monaco: Monaco): () => void {
    const editor = monaco.editor.createDiffEditor(this.place().nativeElement, {
      ...EDITOR_OPTIONS,
      ariaLabel: 'Differences',
      originalAriaLabel: this.data.left.label,
      modifiedAriaLabel: this.data.right.label,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: false,
      renderOverviewRuler: false,
    });
    const original = monaco.editor.createModel(this.data.left.text, sqlLanguage(DEFAULT_DIALECT));
    const modified = monaco.editor.createModel(this.data.right.text, sqlLanguage(DEFAULT_DIALECT));
    editor.setModel({ original, modified });
    return () => {
      editor.dispose();
      original.dispose();
      modified.dispose();
    };
  }
}

/** Shows two texts and answers with the choice that was made, or undefined. */
export function openComparison(dialogs: Dialogs, data: Comparison): Promise<string | undefined> {
  return dialogs.open<CompareDialog, string, Comparison>(CompareDialog, { data, width: 960 });
}
