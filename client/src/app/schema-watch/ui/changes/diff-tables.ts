import { Component, computed, input } from '@angular/core';
import { Badge } from '../../../shared/ui/badge';
import { Icon } from '../../../shared/ui/icon/icon';
import { MoreButton } from '../../../shared/ui/state/more-button';
import { countText } from '../../data/diff-tables';
import type { DiffLine, DiffTable } from '../../data/diff-tables';
import { ShownLines } from '../../data/shown-lines';

const TONES = { '+': 'add', '−': 'remove', '~': 'change' } as const;
const SIGN_WORDS = { '+': 'added:', '−': 'removed:', '~': 'changed:' } as const;

/** A table, or one of its lines. */
interface DiffRow {
  readonly table: DiffTable;
  readonly line: DiffLine | null;
}

/** A difference by table: what came, went and changed, each with its sign and colour. */
@Component({
  selector: 'dw-diff-tables',
  imports: [Badge, Icon, MoreButton],
  templateUrl: './diff-tables.html',
  styleUrl: './diff-tables.css',
})
export class DiffTables {
  readonly tables = input.required<readonly DiffTable[]>();

  private readonly rows = computed(() =>
    this.tables().flatMap((table): DiffRow[] => [
      { table, line: null },
      ...table.lines.map((line) => ({ table, line })),
    ]),
  );
  protected readonly shown = new ShownLines(() => this.rows());
  protected readonly tones = TONES;
  protected readonly signWords = SIGN_WORDS;
  protected readonly countText = countText;
}
