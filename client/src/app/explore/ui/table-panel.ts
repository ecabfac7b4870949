import { DecimalPipe } from '@angular/common';
import { Component, computed, effect, inject, input, output, signal, untracked } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ColumnKind, Neighbourhood, RelatedTable, Run, TableDetails } from '#libs/api';
import { bytesText, countedText } from '#libs/results';
import { ApiProblem } from '../../shared/http/api-problem';
import { BusyActions } from '../../shared/http/busy-actions';
import { Loaded } from '../../shared/http/loaded';
import { RunsInStudio } from '../../shared/studio-link/runs-in-studio';
import { Badge } from '../../shared/ui/badge';
import { Icon } from '../../shared/ui/icon/icon';
import { Segments } from '../../shared/ui/segments';
import { FailedState } from '../../shared/ui/state/failed-state';
import { LoadingState } from '../../shared/ui/state/loading-state';
import { ExploreApi } from '../data/explore-api';
import { sampleStatement } from '../data/explore-address';
import type { TableAt } from '../data/explore-address';
import { ColumnsTable } from './columns-table';
import { RelationsDiagram } from './relations-diagram';

type Depth = '1' | '2' | '3';

/** Everything about one table: sizes, columns, keys, indexes, a few rows, and the tables around it. */
@Component({
  selector: 'dw-table-panel',
  imports: [
    Badge,
    ColumnsTable,
    DecimalPipe,
    FailedState,
    Icon,
    LoadingState,
    RelationsDiagram,
    RouterLink,
    RunsInStudio,
    Segments,
  ],
  templateUrl: './table-panel.html',
  styleUrl: './table-panel.css',
})
export class TablePanel {
  readonly at = input.required<TableAt>();
  /** Foreign keys are read here; other engines report none. */
  readonly hasRelations = input(true);
  readonly chosen = output<TableAt>();

  private readonly api = inject(ExploreApi);
  protected readonly depths = (['1', '2', '3'] as const).map((value) => ({ value, label: value }));
  protected readonly depth = signal<Depth>('1');
  protected readonly details = computed(() => {
    const at = this.at();
    return new Loaded<TableDetails>(() => this.api.table(at));
  });
  protected readonly around = computed(() => {
    const [at, depth] = [this.at(), Number(this.depth())];
    return new Loaded<Neighbourhood>(() => this.api.relations(at, depth));
  });
  protected readonly sample = signal<Run | null>(null);
  protected readonly sampleProblem = signal<ApiProblem | null>(null);
  private readonly sampling = new BusyActions();
  protected readonly isSampling = computed(() => this.sampling.isBusy(keyOf(this.at())));
  protected readonly sql = computed(() => sampleStatement(this.at()));
  protected readonly sampled = computed(() => {
    const statement = this.sample()?.statements.at(-1);
    return statement ? { columns: statement.columns ?? [], rows: statement.rows } : null;
  });
  protected readonly bytesText = bytesText;
  protected readonly columnCount = (count: number): string => countedText(count, 'column');

  constructor() {
    effect(() => {
      const details = this.details();
      untracked(() => {
        this.sample.set(null);
        this.sampleProblem.set(null);
        void details.load();
      });
    });
    effect(() => {
      const around = this.around();
      if (this.hasRelations()) untracked(() => void around.load());
    });
  }

  protected async readSample(): Promise<void> {
    const at = this.at();
    await this.sampling.run(keyOf(at), () => this.sampleOf(at));
  }

  private async sampleOf(at: TableAt): Promise<void> {
    const isShown = (): boolean => keyOf(at) === keyOf(this.at());
    this.sampleProblem.set(null);
    try {
      const run = await this.api.sample(at.connectionId, sampleStatement(at));
      if (isShown()) this.sample.set(run);
    } catch (error) {
      if (isShown()) this.sampleProblem.set(ApiProblem.from(error));
    }
  }

  protected choose({ schema, name }: RelatedTable): void {
    this.chosen.emit({ connectionId: this.at().connectionId, schema, table: name });
  }

  protected isNumber(kind: ColumnKind | undefined): boolean {
    return kind === 'integer' || kind === 'decimal' || kind === 'float';
  }
}

function keyOf({ connectionId, schema, table }: TableAt): string {
  return JSON.stringify([connectionId, schema, table]);
}
