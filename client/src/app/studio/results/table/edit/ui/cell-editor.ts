import {
  afterNextRender,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  linkedSignal,
  output,
  viewChild,
} from '@angular/core';
import type { ChangeValue } from '#libs/api';
import { checkValue, suggestedNumber } from '#libs/changes';
import type { ReferencedRow } from '#libs/api';
import { commandKey } from '../../../../../shared/keys/command-key';
import { Icon } from '../../../../../shared/ui/icon/icon';
import { typeInto } from '../../../../../shared/keys/field-keys';
import { withLineEnd, withLineEndsOf } from '../../../../editor/line-ends';
import { editorFace, firstText } from '../open-cell';
import type { CellBox, CommittedCell, EditMove, OpenCell } from '../open-cell';
import { editKeyOf } from '../edit-keys';
import { ReferenceSearch } from '../reference-search';
import { TableEdits } from '../table-edits';
import { ArrayElements } from './array-elements';
import { CellBytes } from './cell-bytes';
import type { KeyTaker } from './pending-keys';
import { REFERENCED_LIST, ReferencedList } from './referenced-list';

/** Values that stand for themselves, with the key that chooses each. */
interface OtherValue {
  readonly label: string;
  readonly key: string;
  readonly value: ChangeValue;
}

const NULL: OtherValue = { label: 'NULL', key: 'N', value: null };
const DEFAULT: OtherValue = { label: 'DEFAULT', key: 'D', value: { default: true } };
const EMPTY: OtherValue = { label: "''", key: 'E', value: '' };
const BOOLEANS: Readonly<Record<string, string>> = { t: 'true', f: 'false' };
const MOST_LINES = 8;

/** Edits one cell where it stands: a field, a list or lines of text, and the choice of NULL, the default and an empty text. */
@Component({
  selector: 'dw-cell-editor',
  imports: [ArrayElements, CellBytes, Icon, ReferencedList],
  providers: [ReferenceSearch],
  templateUrl: './cell-editor.html',
  styleUrl: './cell-editor.css',
  host: {
    '[style.left.px]': 'box().left',
    '[class.above]': 'box().isLow',
    '[class.right]': 'box().isRight',
    '[style.top.px]': 'box().isLow ? null : box().top',
    '[style.bottom]': 'bottom()',
    '[style.width.px]': 'box().width',
    '(focusout)': 'left($event)',
    '(keydown)': 'press($event)',
    '(pointerdown)': 'isByKey = false',
    '(paste)': '$event.stopPropagation()',
  },
})
export class CellEditor {
  readonly cell = input.required<OpenCell>();
  readonly box = input.required<CellBox>();
  /** It has the focus, and takes the keys that came before. */
  readonly opened = output<KeyTaker>();
  readonly committed = output<CommittedCell>();
  readonly cancelled = output();

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly bytes = viewChild(CellBytes);
  private readonly elements = viewChild(ArrayElements);
  private readonly field = viewChild<ElementRef<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>>('field');
  private readonly edits = inject(TableEdits);
  protected readonly search = inject(ReferenceSearch);
  protected readonly listId = REFERENCED_LIST;
  /** The rows that the cell can refer to are listed under its field. */
  protected readonly hasList = computed(() => (this.search.found()?.items.length ?? 0) > 0);
  private isEnded = false;
  /** The text that was wrong when the edit was to end. */
  private refused: string | null = null;

  protected readonly face = computed(() => editorFace(this.cell().column, this.cell().invalid ?? this.cell().value));
  /** What is beside the field stands above it where there is more room. */
  protected readonly bottom = computed(() => {
    const { isLow, top, height } = this.box();
    return isLow ? `calc(100% - ${top + height}px)` : null;
  });
  protected readonly text = linkedSignal(() => firstText(this.cell(), this.face().choices));
  /** As the field has it. */
  protected readonly shown = computed(() => withLineEnd(this.text(), '\n'));
  /** The beginning of a choice that was typed before the list had the focus. */
  private prefix = '';
  /** Before anything was typed, the cell keeps what it has. */
  private readonly isTouched = linkedSignal(() => {
    const { typed, value, invalid } = this.cell();
    if (invalid !== null) return true;
    return this.face().face === 'list' ? this.text() !== '' && this.text() !== value : typed !== null;
  });
  protected isByKey = false;
  /** The dialog of the browser has the focus. */
  protected isChoosingFile = false;
  protected readonly lines = computed(() => Math.min(this.shown().split('\n').length, MOST_LINES));
  protected readonly current = computed(() => {
    const { value } = this.cell();
    return typeof value === 'string' ? value : null;
  });
  protected readonly isArray = computed(() => this.cell().column.kind === 'array' && this.face().face !== 'list');
  protected readonly hint = computed(() => {
    const { value } = this.cell();
    if (this.isTouched() || typeof value === 'string') return '';
    return value === null ? 'NULL' : 'DEFAULT';
  });
  protected readonly others = computed(() => {
    const { column } = this.cell();
    const isText = this.face().face === 'lines' && column.kind === 'text';
    const all = [
      ...(column.nullable ? [NULL] : []),
      ...(column.has_default ? [DEFAULT] : []),
      ...(isText ? [EMPTY] : []),
    ];
    return all.filter(({ value }) => checkValue(column, value, this.edits.dialect()) === null);
  });
  protected readonly fault = computed(() =>
    this.isTouched() ? checkValue(this.cell().column, this.text(), this.edits.dialect()) : null,
  );
  /** What is typed to search rows is no value yet. */
  protected readonly shownFault = computed(() =>
    this.search.isSearching() || this.search.active() !== null ? null : this.fault(),
  );
  protected readonly suggestion = computed(() => (this.fault() === null ? null : suggestedNumber(this.text())));

  constructor() {
    afterNextRender(() => {
      this.begin();
      if (this.face().face !== 'list') this.search.search(this.cell().column, this.cell().typed ?? '', 0);
      this.opened.emit({ take: (key) => this.takeKey(key) });
    });
  }

  /** Does what a key would have done in the field. */
  private takeKey(key: KeyboardEvent | string): void {
    // A key before it may have gone to an element of an array.
    if (this.elements()?.take(key) === true) return;
    const field = this.field()?.nativeElement;
    const isText = typeof key === 'string';
    if (field instanceof HTMLSelectElement) {
      const isCharacter = isText || (/^\S$/u.test(key.key) && !key.ctrlKey && !key.metaKey && !key.altKey);
      if (isCharacter) this.chooseBy(isText ? key : key.key);
      else this.press(key);
      return;
    }
    if (field && !typeInto(field, key) && !isText) this.press(key);
  }

  /** Chooses the first choice that begins with what was typed so far. */
  private chooseBy(typed: string): void {
    this.prefix = (this.prefix === '' ? (this.cell().typed ?? '') : this.prefix) + typed;
    const cell = { ...this.cell(), typed: this.prefix };
    this.write(firstText(cell, this.face().choices));
  }

  protected labelOf(choice: string): string {
    if (choice === '') return "''";
    return (this.cell().column.kind === 'boolean' ? BOOLEANS[choice] : undefined) ?? choice;
  }

  protected type(event: Event): void {
    const { value, invalid } = this.cell();
    this.text.set(withLineEndsOf(invalid ?? (typeof value === 'string' ? value : ''), valueOf(event)));
    this.isTouched.set(true);
    if (this.face().face !== 'list') this.search.search(this.cell().column, this.text());
  }

  /** What the list of elements comes to. */
  protected write(text: string): void {
    this.text.set(text);
    this.isTouched.set(true);
    const field = this.field()?.nativeElement;
    if (field) field.value = text;
  }

  protected pick({ key }: ReferencedRow): void {
    this.end({ value: key, isInvalid: false, move: 'down' });
  }

  protected choose(event: Event): void {
    this.type(event);
    // Arrow keys choose one after another; Enter and Tab take what they came to.
    if (!this.isByKey) this.commit('down');
  }

  protected takeSuggestion(text: string): void {
    this.text.set(text);
    this.begin();
  }

  protected take(value: ChangeValue): void {
    this.end({ value, isInvalid: false, move: 'down' });
  }

  protected press(event: KeyboardEvent): void {
    // The edit is one of those that are reviewed; one that is wrong shows the reason first.
    if (!event.isComposing && editKeyOf(event) === 'review') {
      this.commit('stay');
      if (this.isEnded) return;
    }
    event.stopPropagation();
    this.isByKey = true;
    if (event.isComposing) return;
    const move = moveOf(event);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    const taken = this.search.taken();
    const letter = commandKey(event);
    const suggestion = event.altKey && letter === 'u' ? this.suggestion() : null;
    const other = event.altKey ? this.others().find(({ key }) => key.toLowerCase() === letter) : undefined;
    if (other) this.take(other.value);
    else if (event.altKey && this.bytes()?.press(letter) === true) event.preventDefault();
    else if (suggestion !== null) this.takeSuggestion(suggestion);
    else if (event.key === 'Escape') this.cancel();
    else if (this.elements()?.enter(event) === true) this.refused = null;
    else if (step !== null && this.search.step(step)) this.refused = null;
    else if (move && taken) this.end({ value: taken.key, isInvalid: false, move });
    else if (move) this.commit(move);
    else return;
    event.preventDefault();
  }

  /** Leaving the editor is the end of the edit. A value that is wrong stays in its cell, marked. */
  protected left({ relatedTarget }: FocusEvent): void {
    if (this.isChoosingFile || this.host.contains(relatedTarget as Node | null)) return;
    this.refused = this.text();
    this.commit('stay');
  }

  protected begin(): void {
    const field = this.field()?.nativeElement;
    field?.focus();
    if (field && !(field instanceof HTMLSelectElement)) {
      // The next key is typed into the field before the page is drawn again.
      field.value = this.text();
      if (this.cell().typed === null) field.select();
      else field.setSelectionRange(field.value.length, field.value.length);
    }
  }

  private cancel(): void {
    this.isEnded = true;
    this.search.stop();
    this.cancelled.emit();
  }

  private commit(move: EditMove): void {
    const text = this.text();
    if (!this.isTouched()) this.end({ value: this.cell().value, isInvalid: false, move });
    else if (this.fault() === null) this.end({ value: text, isInvalid: false, move });
    // The first time, the reason is shown; the second time, one goes on without mending it.
    else if (this.refused === text) this.end({ value: text, isInvalid: true, move });
    else this.refused = text;
  }

  private end(committed: CommittedCell): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.search.stop();
    this.committed.emit(committed);
  }
}

function valueOf({ target }: Event): string {
  return (target as HTMLInputElement).value;
}

/** Enter goes on below and Tab at the right, as in a spreadsheet; with Shift or Alt, Enter begins a line. */
function moveOf({ key, shiftKey, altKey, target }: KeyboardEvent): EditMove | null {
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  return key === 'Enter' && !(target instanceof HTMLButtonElement) && !shiftKey && !altKey ? 'down' : null;
}
