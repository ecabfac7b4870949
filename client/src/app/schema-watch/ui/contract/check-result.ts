import { Component, computed, input } from '@angular/core';
import type { ContractCheck } from '#libs/api';
import { Badge } from '../../../shared/ui/badge';
import { Icon } from '../../../shared/ui/icon/icon';
import { MoreButton } from '../../../shared/ui/state/more-button';
import { failedOf, verdictOf } from '../../data/check-words';
import { IMPACT_LOOKS, impactGroups } from '../../data/impact-groups';
import { ShownLines } from '../../data/shown-lines';

/** What a migration would break, what it would change, and who relies on that. */
@Component({
  selector: 'dw-check-result',
  imports: [Badge, Icon, MoreButton],
  template: `
    <p class="verdict">
      <dw-badge [tone]="verdict().tone"><dw-icon [name]="verdict().icon" [size]="12" />{{ verdict().word }}</dw-badge>
      {{ verdict().text }}
    </p>
    @if (failed(); as failed) {
      <pre class="dw-mono" tabindex="0" aria-label="Failed statement">{{ failed.sql }}</pre>
      <p class="dw-mono bad">{{ failed.error?.message }}</p>
      @if (failed.error?.detail; as detail) {
        <p class="detail">{{ detail }}</p>
      }
      @if (failed.error?.hint; as hint) {
        <p>{{ hint }}</p>
      }
    }
    @for (list of lists(); track list.heading) {
      <h3>{{ list.heading }}</h3>
      <ul [attr.aria-label]="list.heading">
        @for (line of list.shown.lines(); track $index) {
          <li class="dw-mono" [class.bad]="list.isBad">{{ line.summary }}</li>
        }
      </ul>
      <dw-more-button [list]="list.shown" [isSmall]="true" />
    }
    @if (reliance().length > 0) {
      <h3>Relied on by</h3>
      @for (group of shownReliance.lines(); track group.sentence) {
        <ul [attr.aria-label]="'Relies on ' + group.sentence">
          @for (item of group.items; track $index) {
            <li>
              <dw-icon [name]="looks[item.kind].icon" [size]="14" />
              {{ looks[item.kind].word }} <strong>{{ item.name }}</strong>
              <span class="dw-mono">{{ group.sentence }}</span>
            </li>
          }
        </ul>
      }
      <dw-more-button [list]="shownReliance" [isSmall]="true" />
    }
  `,
  styleUrl: './check-result.css',
})
export class CheckResult {
  readonly check = input.required<ContractCheck>();

  protected readonly looks = IMPACT_LOOKS;
  protected readonly verdict = computed(() => verdictOf(this.check()));
  protected readonly failed = computed(() => failedOf(this.check()));
  protected readonly lists = computed(() => {
    const { broken, already_broken: already, mended, changes } = this.check();
    const lists = [
      { heading: 'Would break', isBad: true, lines: broken },
      { heading: 'Broken already', isBad: false, lines: already },
      { heading: 'Would be fixed', isBad: false, lines: mended },
      { heading: 'Would change', isBad: false, lines: changes },
    ];
    return lists
      .filter(({ lines }) => lines.length > 0)
      .map(({ lines, ...list }) => ({ ...list, shown: new ShownLines<{ readonly summary: string }>(() => lines) }));
  });
  /** What breaks the contract stands above. */
  protected readonly reliance = computed(() => {
    const check = this.check();
    const items = check.impact.filter(({ kind }) => kind !== 'contract');
    return impactGroups(check, { connection_id: check.connection_id, change_id: '', items });
  });
  protected readonly shownReliance = new ShownLines(() => this.reliance());
}
