import type { ElementRef } from '@angular/core';
import {
  afterNextRender,
  Component,
  computed,
  inject,
  Injector,
  input,
  linkedSignal,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { matchesWords } from '#libs/connection-folders';
import { fieldMove } from '#libs/lists';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { Icon } from '../../../shared/ui/icon/icon';
import type { TabItem } from './tab-item';

/** More tabs than this have a field that narrows them. */
const MOST_WITHOUT_FIELD = 10;

/** All tabs in their order, narrowed by what is typed; arrows choose one, Enter picks it. */
@Component({
  selector: 'dw-tab-picker',
  imports: [ConnectionColour, Icon],
  templateUrl: './tab-picker.html',
  styleUrls: ['../../../shared/ui/find-field.css', '../../../shared/ui/picker.css', './tab-picker.css'],
  host: { '(keydown)': 'press($event)' },
})
export class TabPicker {
  readonly items = input.required<readonly TabItem[]>();
  readonly picked = output<string>();

  private readonly injector = inject(Injector);
  private readonly field = viewChild<ElementRef<HTMLInputElement>>('field');
  private readonly list = viewChild.required<ElementRef<HTMLElement>>('list');
  protected readonly typed = signal('');
  protected readonly hasField = computed(() => this.items().length > MOST_WITHOUT_FIELD);
  protected readonly found = computed(() => this.items().filter(({ title }) => matchesWords(this.typed(), [title])));
  /** The one that Enter picks: after typing the first, before that the one in front. */
  protected readonly chosenId = linkedSignal<string | null>(() => {
    const found = this.found();
    const front = this.typed().trim() === '' ? found.find(({ isActive }) => isActive) : undefined;
    return (front ?? found[0])?.id ?? null;
  });

  constructor() {
    afterNextRender(() => {
      (this.field() ?? this.list()).nativeElement.focus();
      this.reveal();
    });
  }

  protected type(text: string): void {
    this.typed.set(text);
    this.revealSoon();
  }

  protected press(event: KeyboardEvent): void {
    const found = this.found();
    const at = found.findIndex(({ id }) => id === this.chosenId());
    const move = fieldMove(event.key, this.typed(), { at, count: found.length });
    const id = found[move ?? at]?.id;
    if (id === undefined || event.isComposing) return;
    if (move !== null) {
      this.chosenId.set(id);
      this.revealSoon();
    } else if (event.key === 'Enter') this.picked.emit(id);
    else return;
    event.preventDefault();
  }

  private revealSoon(): void {
    afterNextRender(() => this.reveal(), { injector: this.injector });
  }

  private reveal(): void {
    this.list().nativeElement.querySelector('.on')?.scrollIntoView({ block: 'nearest' });
  }
}
