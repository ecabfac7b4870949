import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { Actor, JobWork } from '#libs/access';
import type { FieldChoice } from '#libs/forms';
import { JobKinds, count, countText, fileWord, text } from '../scheduler/index.js';
import type { JobContext, JobKind } from '../scheduler/index.js';
import { PipelineWork } from './pipeline-work.js';
import { PipelinesService } from './pipelines.service.js';

export interface PipelineSettings {
  readonly pipeline_id: string;
  /** How many runs keep their file; null keeps all. */
  readonly keep_last: number | null;
}

const settings = z.strictObject({
  pipeline_id: text(200, {
    ...{ label: 'Pipeline', field: 'choice', width: 'half', placeholder: 'Choose a pipeline' },
    ...{ missing: 'Choose a pipeline.', empty: 'No pipelines yet. Create one on the Data page.' },
  }),
  keep_last: count<number | null>(null, 1, 10_000, { label: 'Keep last', help: 'Default: all', width: 'half' }),
});

/** Runs a saved pipeline, as it is at that moment; each run's file is kept. */
@Injectable()
export class PipelineKind implements JobKind<PipelineSettings>, OnModuleInit {
  readonly name = 'pipeline';
  readonly order = 50;
  readonly label = 'Pipeline';
  readonly icon = 'workflow';
  readonly settings = settings;
  readonly access = null;
  readonly suggestedCron = '0 5 * * *';
  readonly defaultTimeoutS = 3600;
  readonly defaultMissed = 'skip';

  constructor(
    private readonly kinds: JobKinds,
    private readonly pipelines: PipelinesService,
    private readonly work: PipelineWork,
  ) {}

  onModuleInit(): void {
    this.kinds.register(this);
  }

  async choices(owner: Actor): Promise<Record<string, FieldChoice[]>> {
    const { items } = await this.pipelines.list(owner);
    return { pipeline_id: items.map(({ id, name }) => ({ value: id, label: name })) };
  }

  async check(_: Actor, _connectionId: string | null, settings: PipelineSettings, owner: Actor): Promise<void> {
    await this.pipelines.find(owner, settings.pipeline_id);
  }

  async checkAgain({ pipeline_id: id }: PipelineSettings, owner: Actor): Promise<void> {
    await this.pipelines.find(owner, id);
  }

  workOf(): JobWork {
    return 'read-data';
  }

  async readsFrom(owner: Actor, { pipeline_id: id }: PipelineSettings): Promise<readonly string[]> {
    const { definition } = await this.pipelines.find(owner, id);
    return definition.inputs.flatMap((input) => (input.kind === 'query' ? (input.connection_id ?? []) : []));
  }

  describe({ keep_last: keepLast }: PipelineSettings): string {
    return keepLast === null ? 'keep all' : `keep last ${keepLast}`;
  }

  keepLast({ keep_last: keepLast }: PipelineSettings): number | null {
    return keepLast;
  }

  async run(context: JobContext<PipelineSettings>): Promise<void> {
    const { id, name, definition } = await this.pipelines.find(context.actor, context.settings.pipeline_id);
    context.log(`pipeline ${name}`);
    const { path, rows } = await this.work.run(context, id, definition, await context.workFolder());
    const { format, name: outputName } = definition.output;
    const file = `${fileWord(outputName.replace(new RegExp(`\\.${format}$`, 'i'), ''))}.${format}`;
    await context.keep(path, file, { rows, format });
    context.log(`${countText(rows, 'row')} saved as ${file}`);
  }
}
