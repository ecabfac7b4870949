import {
  afterNextRender,
  afterRenderEffect,
  Component,
  ElementRef,
  inject,
  input,
  output,
  untracked,
  viewChild,
} from '@angular/core';
import { markPainted } from './mark-painted';

/** Where the cursor and what is selected stand in a text, by offsets from 0, and whether the keys went there. */
export interface PlainPlace {
  readonly start: number;
  readonly end: number;
  readonly hasFocus: boolean;
}

/** A plain field that takes keys while the editor is on its way: a person who arrives can type at once. */
@Component({
  selector: 'dw-plain-editor',
  template: `<textarea
    #field
    aria-label="SQL editor"
    autocapitalize="off"
    autocomplete="off"
    spellcheck="false"
    wrap="off"
    [value]="sql()"
    [style.font-size.px]="fontSize()"
    [style.line-height.px]="lineHeight()"
    (input)="take(field.value)"
    (compositionstart)="isComposing = true"
    (compositionend)="ended()"
  ></textarea>`,
  styles: `
    :host {
      position: absolute;
      inset: 0;
    }
    textarea {
      box-sizing: border-box;
      width: 100%;
      height: 100%;
      padding: 6px 0 6px 41px;
      border: 0;
      outline: none;
      resize: none;
      overflow: auto;
      background: var(--dw-bg-panel);
      color: var(--dw-text-1);
      font-family: var(--dw-font-mono);
      font-variant-ligatures: none;
      tab-size: 2;
      white-space: pre;
    }
  `,
})
export class PlainEditor {
  readonly sql = input.required<string>();
  /** Where the cursor is put in a text that was not typed here. */
  readonly cursor = input(0);
  /** In CSS pixels, as the height of a line. */
  readonly fontSize = input(13);
  readonly lineHeight = input(20);
  readonly sqlChange = output<string>();

  protected isComposing = false;
  private readonly field = viewChild.required<ElementRef<HTMLTextAreaElement>>('field');
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private whenComposed: () => void = () => undefined;
  private typed: string | null = null;

  constructor() {
    afterNextRender(() => {
      const field = this.field().nativeElement;
      if (document.activeElement === null || document.activeElement === document.body) field.focus();
      markPainted('studio.field');
    });
    afterRenderEffect(() => {
      // A browser puts the cursor behind a text that replaces another, as that of a tab from the server does.
      if (this.sql() === this.typed) return;
      const field = this.field().nativeElement;
      const at = Math.min(untracked(this.cursor), field.value.length);
      field.setSelectionRange(at, at);
    });
  }

  /** Resolves when no letter is half typed, as those are that an input method composes. */
  async settled(): Promise<void> {
    if (this.isComposing) await new Promise<void>((resolve) => (this.whenComposed = resolve));
  }

  /** Where the person is in the text. */
  place(): PlainPlace {
    const { selectionStart: start, selectionEnd: end } = this.field().nativeElement;
    return { start, end, hasFocus: this.host.contains(document.activeElement) };
  }

  protected take(text: string): void {
    this.typed = text;
    this.sqlChange.emit(text);
  }

  protected ended(): void {
    this.isComposing = false;
    this.whenComposed();
  }
}
