import { Component, computed, input, linkedSignal, model } from '@angular/core';
import { ChoiceGroup } from './choice-group';
import { withItem } from './with-item';

/** Something that can be chosen. */
interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/** Everything, whatever that is at the time, or some of the things that there are now. */
@Component({
  selector: 'dw-narrowed-choice',
  imports: [ChoiceGroup],
  template: `
    <dw-choice-group [legend]="legend()" [error]="error()">
      <label class="dw-check">
        <input #every type="checkbox" [checked]="isAll()" (change)="isAll.set(every.checked)" />
        {{ allLabel() }}
      </label>
      @if (!isAll()) {
        @for (thing of shown(); track thing.id) {
          <label class="dw-check inner">
            <input
              #box
              type="checkbox"
              [checked]="chosen().has(thing.id)"
              [attr.aria-invalid]="error() ? 'true' : null"
              (change)="choose(thing.id, box.checked)"
            />
            <span class="dw-clip">{{ thing.name }}</span>
          </label>
        } @empty {
          <p class="dw-dense dw-t3">{{ noneText() }}</p>
        }
      }
      <ng-content />
    </dw-choice-group>
  `,
  styles: `
    .inner {
      padding-left: 20px;
    }
  `,
})
export class NarrowedChoice {
  readonly legend = input.required<string>();
  /** What the box says that chooses everything. */
  readonly allLabel = input.required<string>();
  readonly things = input.required<readonly NamedThing[]>();
  /** What is said where there are no things. */
  readonly noneText = input('No options.');
  readonly error = input<string | null | undefined>(null);
  readonly isAll = model.required<boolean>();
  /** Ids of what is chosen; they count where not everything is. */
  readonly chosen = model.required<ReadonlySet<string>>();

  /** Also what is no longer chosen, so that it can be chosen again. */
  private readonly everChosen = linkedSignal<ReadonlySet<string>, ReadonlySet<string>>({
    source: this.chosen,
    computation: (chosen, before) => new Set([...(before?.value ?? []), ...chosen]),
  });
  /** The things, and by its id what is chosen but not among them. */
  protected readonly shown = computed(() => {
    const known = new Set(this.things().map(({ id }) => id));
    const unknown = [...this.everChosen()].filter((id) => !known.has(id));
    return [...this.things(), ...unknown.map((id) => ({ id, name: id }))];
  });

  protected choose(id: string, isIn: boolean): void {
    this.chosen.set(withItem(this.chosen(), id, isIn));
  }
}
