import { Component, computed, inject, input } from '@angular/core';
import type { SchemaChange } from '#libs/api';
import { keptResource } from '../../../shared/http/kept-resource';
import { Icon } from '../../../shared/ui/icon/icon';
import { MoreButton } from '../../../shared/ui/state/more-button';
import { IMPACT_LOOKS, impactGroups } from '../../data/impact-groups';
import { ShownLines } from '../../data/shown-lines';
import { SchemaWatchApi } from '../../data/schema-watch-api';

/** Who relies on what a check found changed: the contract, views, saved queries, jobs. Nothing where nothing does. */
@Component({
  selector: 'dw-change-impact',
  imports: [Icon, MoreButton],
  template: `
    @if (groups().length > 0) {
      <section [attr.aria-labelledby]="headingId()">
        <h4 [id]="headingId()">
          Relied on by <span class="dw-num">{{ count() }}</span>
        </h4>
        @for (group of shown.lines(); track group.sentence) {
          <p class="dw-mono">{{ group.sentence }}</p>
          <ul>
            @for (item of group.items; track $index) {
              <li>
                <dw-icon [name]="looks[item.kind].icon" [size]="14" />
                <span class="kind">{{ looks[item.kind].word }}</span>
                <span class="name">{{ item.name }}</span>
                @if (item.detail !== 'view') {
                  <span class="detail">{{ item.detail }}</span>
                }
              </li>
            }
          </ul>
        }
        <dw-more-button [list]="shown" [isSmall]="true" />
      </section>
    } @else if (impact.problem(); as problem) {
      <p class="dw-note dw-warn">
        <dw-icon name="triangle-alert" [size]="14" />Couldn't load dependents: {{ problem.detail }}
        <button type="button" class="dw-btn dw-sm" (click)="impact.reload()">
          <dw-icon name="refresh-cw" [size]="14" />Try again
        </button>
      </p>
    }
  `,
  styleUrl: './change-impact.css',
})
export class ChangeImpactList {
  readonly change = input.required<SchemaChange>();

  private readonly api = inject(SchemaWatchApi);
  protected readonly looks = IMPACT_LOOKS;
  protected readonly impact = keptResource(
    () => this.change().id,
    (id, stop) => this.api.impact(this.change().connection_id, id, stop),
  );
  protected readonly groups = computed(() => {
    const impact = this.impact.value();
    return impact === null ? [] : impactGroups(this.change(), impact);
  });
  protected readonly shown = new ShownLines(() => this.groups());
  protected readonly count = computed(() => this.groups().reduce((sum, { items }) => sum + items.length, 0));
  protected readonly headingId = computed(() => `impact-${this.change().id}`);
}
