import { Component, computed, input } from '@angular/core';
import type { ConfigurationMistake } from '#libs/api';
import { Icon } from '../../ui/icon/icon';

const AT_MOST = 3;

/** Says that the configuration file's newest text is not in force, and where it is wrong. */
@Component({
  selector: 'dw-configuration-notice',
  imports: [Icon],
  template: `
    @if (mistakes().length > 0) {
      <div class="dw-note dw-warn" role="status">
        <dw-icon name="triangle-alert" [size]="14" />
        <div class="dw-grow">
          <strong
            >The configuration file has
            {{ mistakes().length === 1 ? 'a mistake' : mistakes().length + ' mistakes' }}</strong
          >
          <p>The last valid version stays in use until the file is fixed.</p>
          <ul>
            @for (mistake of shown(); track $index) {
              <li>
                <span class="dw-mono">{{ mistake.line }}:{{ mistake.column }}</span> {{ mistake.message }}
              </li>
            }
            @if (hiddenCount() > 0) {
              <li class="dw-t2">and {{ hiddenCount() }} more</li>
            }
          </ul>
        </div>
      </div>
    }
  `,
  styles: `
    .dw-note {
      margin: 0 var(--dw-space-2) var(--dw-space-2);
    }
    strong {
      font-weight: var(--dw-weight-semibold);
    }
    ul {
      margin-top: var(--dw-space-1);
    }
    .dw-mono {
      color: var(--dw-warn-text);
    }
  `,
})
export class ConfigurationNotice {
  readonly mistakes = input.required<readonly ConfigurationMistake[]>();

  protected readonly shown = computed(() => this.mistakes().slice(0, AT_MOST));
  protected readonly hiddenCount = computed(() => Math.max(0, this.mistakes().length - AT_MOST));
}
