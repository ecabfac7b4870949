import { Component, input } from '@angular/core';
import { Badge } from '../../../shared/ui/badge';
import { Icon } from '../../../shared/ui/icon/icon';
import { countText } from '../../data/diff-tables';
import type { DiffTable } from '../../data/diff-tables';

const TONES = { '+': 'add', '−': 'remove', '~': 'change' } as const;
const SIGN_WORDS = { '+': 'added:', '−': 'removed:', '~': 'changed:' } as const;

/** A difference by table: what came, went and changed, each with its sign and colour. */
@Component({
  selector: 'dw-diff-tables',
  imports: [Badge, Icon],
  templateUrl: './diff-tables.html',
  styleUrl: './diff-tables.css',
})
export class DiffTables {
  readonly tables = input.required<readonly DiffTable[]>();

  protected readonly tones = TONES;
  protected readonly signWords = SIGN_WORDS;
  protected readonly countText = countText;
}
