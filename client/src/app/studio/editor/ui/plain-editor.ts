import { afterNextRender, afterRenderEffect, Component, input, output, untracked, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import { lineEndOf, withLineEnd } from '../line-ends';
import { positionAt } from '../text-position';
import type { TextPlace } from '../text-stretch';
import { markPainted } from './mark-painted';
import type { CursorPlace } from './tab-models';
import type { TextField } from './text-field';

/**
 * A plain field that takes keys while the editor is on its way: a person who arrives can type at once. A field ends each
 * line with `\n`; outside of it, offsets and texts have the line ends that the editor gives the text.
 */
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
    (input)="take()"
    (compositionstart)="isComposing = true"
    (compositionend)="ended()"
  ></textarea>`,
  host: { '(document:selectionchange)': 'moved()' },
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
export class PlainEditor implements TextField {
  readonly sql = input.required<string>();
  /** Where the cursor is put in a text that was not typed here. */
  readonly cursor = input(0);
  /** In CSS pixels, as the height of a line. */
  readonly fontSize = input(13);
  readonly lineHeight = input(20);
  readonly sqlChange = output<string>();
  readonly cursorChange = output<CursorPlace>();

  protected isComposing = false;
  private readonly field = viewChild.required<ElementRef<HTMLTextAreaElement>>('field');
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
      const at = this.inField(untracked(this.cursor));
      field.setSelectionRange(at, at);
    });
  }

  /** Resolves when no letter is half typed, as those are that an input method composes. */
  async settled(): Promise<void> {
    if (this.isComposing) await new Promise<void>((resolve) => (this.whenComposed = resolve));
  }

  place(): TextPlace {
    const { value, selectionStart, selectionEnd, selectionDirection } = this.field().nativeElement;
    const end = lineEndOf(this.sql());
    const [from, to] = [selectionStart, selectionEnd].map((at) => withLineEnd(value.slice(0, at), end).length);
    const [start = 0, last = 0] = [from, to];
    const cursor = selectionDirection === 'backward' ? start : last;
    return { sql: withLineEnd(value, end), start, end: last, cursor };
  }

  replace({ start, end }: { start: number; end: number }, text: string, cursor: number | null): void {
    const field = this.field().nativeElement;
    const first = this.inField(start);
    field.setRangeText(withLineEnd(text, '\n'), first, this.inField(end));
    const at = first + withLineEnd(text.slice(0, cursor ?? text.length), '\n').length;
    field.setSelectionRange(at, at);
    field.focus();
    this.take();
  }

  goTo(offset: number): void {
    const field = this.field().nativeElement;
    const at = this.inField(offset);
    field.setSelectionRange(at, at);
    field.focus();
  }

  focus(): void {
    this.field().nativeElement.focus();
  }

  protected take(): void {
    this.typed = this.place().sql;
    this.sqlChange.emit(this.typed);
  }

  protected moved(): void {
    if (document.activeElement !== this.field().nativeElement) return;
    const { sql, cursor } = this.place();
    this.cursorChange.emit({ offset: cursor, ...positionAt(sql, cursor) });
  }

  protected ended(): void {
    this.isComposing = false;
    this.whenComposed();
  }

  /** An offset of the text as one of the field. */
  private inField(offset: number): number {
    const sql = withLineEnd(this.sql(), lineEndOf(this.sql()));
    return withLineEnd(sql.slice(0, offset), '\n').length;
  }
}
