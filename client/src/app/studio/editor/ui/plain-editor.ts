import { afterNextRender, Component, ElementRef, inject, input, output, viewChild } from '@angular/core';
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
    (input)="sqlChange.emit(field.value)"
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
  /** Where the cursor is put at first. */
  readonly cursor = input(0);
  /** In CSS pixels, as the height of a line. */
  readonly fontSize = input(13);
  readonly lineHeight = input(20);
  readonly sqlChange = output<string>();

  protected isComposing = false;
  private readonly field = viewChild.required<ElementRef<HTMLTextAreaElement>>('field');
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private whenComposed: () => void = () => undefined;

  constructor() {
    afterNextRender(() => {
      const field = this.field().nativeElement;
      const at = Math.min(this.cursor(), field.value.length);
      field.setSelectionRange(at, at);
      if (document.activeElement === null || document.activeElement === document.body) field.focus();
      markPainted('studio.field');
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

  protected ended(): void {
    this.isComposing = false;
    this.whenComposed();
  }
}
