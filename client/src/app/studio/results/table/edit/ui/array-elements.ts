import {
  ChangeDetectorRef,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  linkedSignal,
  output,
  untracked,
} from '@angular/core';
import type { Cell } from '#libs/api';
import { arraySeparator, MOST_ELEMENTS, readArrayText, writeArrayText } from '#libs/changes';
import { commandKey } from '../../../../../shared/keys/command-key';
import { typeInto } from '../../../../../shared/keys/field-keys';
import { Icon } from '../../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../../shared/ui/icon-button';
import { withLineEnd, withLineEndsOf } from '../../../../editor/line-ends';

const MOST_LINES = 4;

/** The elements of an array, each in a field of its own; they are added, removed, moved and set to NULL. */
@Component({
  selector: 'dw-array-elements',
  imports: [Icon, IconButton],
  templateUrl: './array-elements.html',
  styleUrl: './array-elements.css',
})
export class ArrayElements {
  /** The array as text. */
  readonly text = input.required<string>();
  /** The type of the column. */
  readonly type = input('');
  readonly changed = output<string>();
  /** The focus goes up from the first element. */
  readonly passed = output();

  private readonly separator = computed(() => arraySeparator(this.type()));
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly view = inject(ChangeDetectorRef);
  /** Null for a text that is not edited as a list. */
  protected readonly elements = linkedSignal<string, readonly Cell[] | null>({
    source: this.text,
    computation: (text) => {
      const elements = readArrayText(text === '' ? '{}' : text, untracked(this.separator));
      return elements === null || elements.length > MOST_ELEMENTS ? null : elements;
    },
  });
  protected readonly canAdd = computed(() => (this.elements()?.length ?? 0) < MOST_ELEMENTS);

  protected enterText(place: number, value: string): void {
    this.set(place, withLineEndsOf(this.elements()?.[place] ?? '', value));
  }

  protected linesOf(element: Cell): number {
    return Math.min(withLineEnd(element ?? '', '\n').split('\n').length, MOST_LINES);
  }

  protected set(place: number, value: Cell): void {
    this.write((elements) => elements.with(place, value));
  }

  protected add(place: number): void {
    this.write((elements) => elements.toSpliced(place, 0, ''));
    this.focus(place);
  }

  protected remove(place: number): void {
    this.write((elements) => elements.toSpliced(place, 1));
    this.focus(Math.max(place - 1, 0));
  }

  /** Moves an element, and the focus with it. */
  protected move(place: number, by: number): void {
    const elements = this.elements() ?? [];
    const [element, to] = [elements[place], place + by];
    if (element === undefined || to < 0 || to >= elements.length) return;
    this.write((all) => all.toSpliced(place, 1).toSpliced(to, 0, element));
    this.focus(to);
  }

  protected press(event: KeyboardEvent, place: number): void {
    if (event.isComposing) return;
    const { key, altKey } = event;
    if (altKey && key === 'ArrowUp') this.move(place, -1);
    else if (altKey && key === 'ArrowDown') this.move(place, 1);
    else if (altKey && key === 'Enter') this.add(place + 1);
    else if (altKey && key === 'Backspace') this.remove(place);
    else if (altKey && commandKey(event) === 'n') this.set(place, null);
    else if (!altKey && key === 'ArrowUp' && place === 0) this.passed.emit();
    else if (!altKey && (key === 'ArrowUp' || key === 'ArrowDown')) this.focus(place + (key === 'ArrowUp' ? -1 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Goes to the first element, or adds one behind all others; false for another key, and where there is no list. */
  enter({ key, altKey }: KeyboardEvent): boolean {
    const count = this.elements()?.length ?? null;
    const isAdding = altKey && key === 'Enter' && this.canAdd();
    if (count === null || !(isAdding || (key === 'ArrowDown' && !altKey && count > 0))) return false;
    if (isAdding) this.add(count);
    else this.focus(0);
    return true;
  }

  /** Does what a key would have done in the element with the focus; false where none has it. */
  take(key: KeyboardEvent | string): boolean {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement) || !this.host.contains(field)) return false;
    if (!typeInto(field, key) && typeof key !== 'string') field.dispatchEvent(new KeyboardEvent('keydown', key));
    return true;
  }

  private write(change: (elements: readonly Cell[]) => readonly Cell[]): void {
    const elements = change(this.elements() ?? []);
    this.elements.set(elements);
    this.changed.emit(writeArrayText(elements, this.separator()));
  }

  /** Draws the fields first: the next key may come before their turn. */
  private focus(place: number): void {
    this.view.detectChanges();
    this.host.querySelectorAll<HTMLTextAreaElement>('textarea')[place]?.focus();
  }
}
