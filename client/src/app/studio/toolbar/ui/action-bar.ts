import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { afterRenderEffect, Component, computed, input, output, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { Connection, TransactionState } from '#libs/api';
import { durationText } from '#libs/results';
import { keyText } from '../../../shared/keys/key-names';
import { foldHost } from '../../../shared/ui/fold';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';
import type { RunScope } from '../../run/run-state';
import type { SaveState } from '../../saved/save-state';
import { BAR_FOLDS, reservedWidth } from './bar-folds';
import { ConnectionChip } from './connection-chip';

/** Seconds are shown once a run has taken this long. */
const SHOW_TIME_AFTER_MS = 1000;

const SAVE_WORDS: Record<SaveState, string> = {
  new: 'Save as a named query',
  saved: 'No unsaved changes',
  changed: 'Save changes',
};

/** The bar above the editor: Run with its choices, Cancel while it runs, Save, and the tab's connection. */
@Component({
  selector: 'dw-action-bar',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, ConnectionChip, Icon, Tooltip],
  templateUrl: './action-bar.html',
  styleUrl: './action-bar.css',
  host: { '[class.in-transaction]': "transaction() !== 'none'" },
})
export class ActionBar {
  readonly connection = input.required<Connection | null>();
  readonly connections = input.required<readonly Connection[]>();
  /** Milliseconds since the click while a run is busy, else null. */
  readonly busyForMs = input.required<number | null>();
  readonly isCancelling = input(false);
  /** Why Run cannot be pressed; null when it can. */
  readonly refusal = input<string | null>(null);
  /** How the text stands to its saved query. */
  readonly saveState = input<SaveState>('new');
  /** Why Save cannot be pressed; null when it can. */
  readonly saveRefusal = input<string | null>(null);
  readonly isSaving = input(false);
  /** The file that Save writes to; null for a named query. */
  readonly fileName = input<string | null>(null);
  /** Whether the connection can show what a text writes before it runs. */
  readonly canPreview = input(false);
  /** Whether the text writes. */
  readonly isWriting = input(false);
  readonly isPreviewing = input(false);
  readonly isFormatting = input(false);
  /** The transaction whose state and buttons are shown in the bar. */
  readonly transaction = input<TransactionState>('none');
  readonly run = output<RunScope>();
  readonly previewAsked = output();
  readonly formatAsked = output();
  /** The usual text is to run with its rows going into a file. */
  readonly intoFile = output();
  readonly cancelled = output();
  readonly saveAsked = output();
  readonly connectionPicked = output<string>();

  protected readonly keyText = keyText;
  protected readonly runTip = `Run the selection, or everything\n${keyText('Alt+Enter')} runs the statement at the cursor`;
  protected readonly saveWords = computed(() => {
    const file = this.fileName();
    if (file === null) return SAVE_WORDS[this.saveState()];
    return this.saveState() === 'saved' ? `No unsaved changes in ${file}` : `Save to ${file}`;
  });
  /** What else to know of the connection; an open transaction says that commits are manual. */
  protected readonly note = computed(() => {
    const connection = this.connection();
    if (connection?.read_only) return 'read-only';
    return connection?.auto_commit === false && this.transaction() === 'none' ? 'manual' : null;
  });
  protected readonly isBusy = computed(() => this.busyForMs() !== null);
  protected readonly seconds = computed(() => {
    const ms = this.busyForMs();
    return ms === null || ms < SHOW_TIME_AFTER_MS ? '' : durationText(ms);
  });

  private readonly runButton = viewChild.required<ElementRef<HTMLElement>>('runButton');
  private readonly cancelButton = viewChild.required<ElementRef<HTMLElement>>('cancelButton');

  constructor() {
    foldHost(BAR_FOLDS, () => reservedWidth(this.transaction(), this.note() !== null));
    // The one that goes would take the focus with it.
    afterRenderEffect(() => {
      const [shown, hidden] = this.isBusy()
        ? [this.cancelButton(), this.runButton()]
        : [this.runButton(), this.cancelButton()];
      if (document.activeElement === hidden.nativeElement) shown.nativeElement.focus();
    });
  }

  /** The second click of a double click on Run is not meant for Cancel. */
  protected pressCancel(event: MouseEvent): void {
    if (event.detail < 2 && !this.isCancelling()) this.cancelled.emit();
  }

  protected press(scope: RunScope): void {
    if (this.refusal() === null && !this.isBusy()) this.run.emit(scope);
  }

  protected pressPreview(): void {
    if (this.refusal() === null && !this.isPreviewing()) this.previewAsked.emit();
  }

  protected pressSave(): void {
    if (this.saveRefusal() === null && !this.isSaving()) this.saveAsked.emit();
  }
}
