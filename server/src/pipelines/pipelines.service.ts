import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { stringify } from 'yaml';
import type { Actor } from '#libs/access';
import type { Pipeline, PipelineChange, PipelineInputBody, PipelineList, PipelinePreview } from '#libs/api';
import { readPipeline } from '#libs/pipelines';
import type { PipelineDefinition, PipelineInput } from '#libs/pipelines';
import { ConnectionAccess, ConnectionsQueries, RunningRequests } from '../connections/index.js';
import { Clock, EventBus, Problem, State, TextThreads, WorkFolders, isPrintable } from '../platform/index.js';
import { SchedulerQueries, fileNameFault } from '../scheduler/index.js';
import { PipelineWork } from './pipeline-work.js';
import { PipelineWrites } from './pipeline-writes.js';
import { PipelineRecord } from './pipeline.entity.js';

const PREVIEW_LIMIT_MS = 120_000;

/**
 * Keeps people's pipelines. A pipeline is its owner's alone: everybody else gets `pipeline-not-found`. What writes throws
 * `unauthenticated` where the actor's rights have ended meanwhile.
 */
@Injectable()
export class PipelinesService {
  constructor(
    private readonly state: State,
    private readonly work: PipelineWork,
    private readonly writes: PipelineWrites,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly requests: RunningRequests,
    private readonly jobs: SchedulerQueries,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly threads: TextThreads,
    private readonly workFolders: WorkFolders,
  ) {}

  /** One's pipelines by name. */
  async list(actor: Actor): Promise<PipelineList> {
    const where = { ownerId: actor.userId };
    const found = await this.state.manager.find(PipelineRecord, { where, order: { nameKey: 'ASC' } });
    return { items: found.map((record) => this.viewOf(actor, record)), next_cursor: null };
  }

  /** One pipeline. Throws `pipeline-not-found`. */
  async get(actor: Actor, id: string): Promise<Pipeline> {
    return this.viewOf(actor, await this.find(actor, id));
  }

  /** A pipeline as it is kept. Throws `pipeline-not-found`. */
  async find(actor: Actor, id: string): Promise<PipelineRecord> {
    const found = await this.state.manager.findOneBy(PipelineRecord, { id, ownerId: actor.userId });
    if (found === null) throw new Problem('pipeline-not-found');
    return found;
  }

  /**
   * Saves a new one. Throws `validation-failed`, `connection-not-found` of an input, `writes-not-allowed`, `name-taken`.
   */
  async create(actor: Actor, { name, definition }: PipelineInputBody): Promise<Pipeline> {
    const now = this.clock.now();
    const read = this.checked(actor, definition);
    refuseFileName(read);
    const notices = await this.writes.judge(actor, read, null);
    const record: PipelineRecord = {
      ...{ id: randomUUID(), ownerId: actor.userId, name, nameKey: name.toLowerCase() },
      ...{ definition: read, version: 1, createdAt: now, updatedAt: now },
    };
    await this.state.transactionFor(actor, async (manager) => {
      await this.refuseTaken(actor, record);
      await manager.insert(PipelineRecord, record);
      this.publishAction(actor, 'pipeline.create', record);
    });
    return withNotices(this.viewOf(actor, record), notices);
  }

  /** Puts another text in its place. Throws as `create` does, and `changed-meanwhile`. */
  async change(actor: Actor, id: string, { name, definition, version }: PipelineChange): Promise<Pipeline> {
    const read = this.checked(actor, definition);
    const stored = (await this.find(actor, id)).definition;
    if (read.output.name !== stored.output.name) refuseFileName(read);
    const notices = await this.writes.judge(actor, read, stored);
    return this.state.transactionFor(actor, async (manager) => {
      const before = await this.find(actor, id);
      if (before.version !== version) throw new Problem('changed-meanwhile');
      const updatedAt = this.clock.now();
      const record = {
        ...{ id, ownerId: before.ownerId, createdAt: before.createdAt },
        name,
        nameKey: name.toLowerCase(),
        definition: read,
        version: version + 1,
        updatedAt,
      };
      await this.refuseTaken(actor, record);
      await manager.save(PipelineRecord, record);
      this.publishAction(actor, 'pipeline.change', record);
      return withNotices(this.viewOf(actor, record), notices);
    });
  }

  /** Removes it. Throws `pipeline-in-use` while a job runs it. */
  async remove(actor: Actor, id: string): Promise<void> {
    const record = await this.find(actor, id);
    await this.state.transactionFor(actor, async (manager) => {
      if (await this.jobs.usesSetting('pipeline', 'pipeline_id', id)) {
        throw new Problem('pipeline-in-use', 'Delete the jobs that run this pipeline first.');
      }
      await manager.delete(PipelineRecord, { id });
      this.publishAction(actor, 'pipeline.delete', record);
    });
  }

  /** Runs what is typed up to one of its tables; nothing is kept. Throws `validation-failed`, `connection-not-found`. */
  async preview(
    actor: Actor,
    definition: unknown,
    { upTo, pipelineId, isGone }: { upTo: string | null; pipelineId: string | null; isGone: AbortSignal },
  ): Promise<PipelinePreview> {
    const read = this.checked(actor, definition);
    const folder = await this.workFolders.create('pipeline-preview');
    const limit = AbortSignal.any([isGone, AbortSignal.timeout(PREVIEW_LIMIT_MS)]);
    const claimOf = (connectionId: string) => {
      return { actor, connectionId, isReadOnly: true, purpose: 'once' as const };
    };
    const claims = connectionIdsOf(read).map(claimOf);
    try {
      return await this.requests.runAcross(claims, limit, async (signal, join) => {
        const used = new Set(claims.map(({ connectionId }) => connectionId));
        const noteRead = (ids: readonly string[]): void => {
          for (const connectionId of ids.filter((id) => !used.has(id))) join(claimOf(connectionId));
          for (const id of ids) used.add(id);
        };
        const context = { actor, signal, startedAt: this.clock.now(), log: noop, progress: noop, noteRead };
        const preview = this.work.preview(context, pipelineId ?? '', read, upTo, folder);
        await preview.catch(() => undefined);
        // What was read of a connection is not shown to those who may no longer see it.
        if (![...used].every((id) => this.access.maySee(actor, id))) throw new Problem('connection-not-found');
        return preview;
      });
    } finally {
      await this.workFolders.remove(folder);
    }
  }

  /** A pipeline as YAML. Throws `pipeline-not-found`. */
  async yaml(actor: Actor, id: string): Promise<string> {
    const { name, definition } = await this.get(actor, id);
    return stringify({ pipeline: name, ...definition }, { lineWidth: 0 });
  }

  /** Saves what `yaml` wrote, or a person did. Throws `validation-failed` and as `create` does. */
  async import(actor: Actor, text: string): Promise<Pipeline> {
    const { pipeline, ...definition } = await this.parsed(text);
    const name = typeof pipeline === 'string' ? pipeline.trim() : '';
    if (name === '' || name.length > 200 || !isPrintable(name)) {
      throw invalid([{ pointer: '/pipeline', detail: 'pipeline is the name: 1 to 200 characters in one line' }]);
    }
    return this.create(actor, { name, definition: definition as unknown as PipelineDefinition });
  }

  private async parsed(text: string): Promise<Record<string, unknown>> {
    const reading = await this.threads.run('readYaml', text);
    if (reading.kind === 'unreadable') throw invalid([{ pointer: '/yaml', detail: reading.why }]);
    const { value } = reading;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw invalid([{ pointer: '/yaml', detail: 'has no pipeline' }]);
  }

  private checked(actor: Actor, definition: unknown): PipelineDefinition {
    const reading = readPipeline(definition);
    if (reading.kind === 'invalid') {
      throw invalid(reading.errors.map(({ pointer, detail }) => ({ pointer: `/definition${pointer}`, detail })));
    }
    for (const input of reading.definition.inputs) {
      if (input.kind !== 'query') continue;
      if (input.connection_id === null) throw new Problem('connection-not-found');
      this.connections.get(actor, input.connection_id);
    }
    return reading.definition;
  }

  /** A pipeline as its owner may see it: of a connection that is hidden from them, not even the id is reported. */
  private viewOf(actor: Actor, { id, name, definition, version, createdAt, updatedAt }: PipelineRecord): Pipeline {
    const iso = (at: number) => new Date(at).toISOString();
    const visible = (input: PipelineInput): PipelineInput =>
      input.kind !== 'query' || input.connection_id === null || this.access.maySee(actor, input.connection_id)
        ? input
        : { ...input, connection_id: null };
    const seen = { ...definition, inputs: definition.inputs.map(visible) };
    return { id, name, definition: seen, version, created_at: iso(createdAt), updated_at: iso(updatedAt) };
  }

  private async refuseTaken(actor: Actor, { id, nameKey }: PipelineRecord): Promise<void> {
    const taken = await this.state.manager.findOneBy(PipelineRecord, { ownerId: actor.userId, nameKey });
    if (taken !== null && taken.id !== id) throw new Problem('name-taken');
  }

  private publishAction(
    actor: Actor,
    action: 'pipeline.create' | 'pipeline.change' | 'pipeline.delete',
    record: PipelineRecord,
  ): void {
    const object = { kind: 'pipeline', id: record.id, name: record.name };
    const details = { version: record.version };
    this.events.publish('action.performed', { action, actor, outcome: 'done', object, details });
  }
}

function connectionIdsOf({ inputs }: PipelineDefinition): string[] {
  const ids = inputs.map((input) => (input.kind === 'query' ? input.connection_id : null));
  return [...new Set(ids)].filter((id) => id !== null);
}

function refuseFileName({ output }: PipelineDefinition): void {
  const fault = fileNameFault(output.name);
  if (fault !== null) throw invalid([{ pointer: '/definition/output/name', detail: `The name of the file ${fault}` }]);
}

function withNotices(pipeline: Pipeline, notices: string[]): Pipeline {
  return notices.length === 0 ? pipeline : { ...pipeline, notices };
}

const noop = (): void => undefined;

function invalid(errors: { pointer: string; detail: string }[]): Problem {
  return new Problem('validation-failed', errors[0]?.detail, { errors });
}
