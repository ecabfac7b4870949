import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { PIPELINE_DIALECT } from '#libs/dialects';
import type { PipelineDefinition, PipelineInput, PipelineStep } from '#libs/pipelines';
import { shortened } from '#libs/markup';
import { ConnectionsQueries, isDuckdbQuery, parseDuckdb } from '../connections/index.js';
import { Problem, TextThreads } from '../platform/index.js';
import { WriteCheck, noticesOf } from '../studio/index.js';
import type { TextVerdict } from '../studio/index.js';
import { PipelineParameters } from './pipeline-parameters.js';

/** In characters. */
const MAX_EXCERPT = 60;

/** Finds SQL that could never run in a pipeline because it modifies data: inputs are read, and each step is a query. */
@Injectable()
export class PipelineWrites {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly writes: WriteCheck,
    private readonly threads: TextThreads,
    private readonly parameters: PipelineParameters,
  ) {}

  /**
   * What could not be checked of the parts that `before` does not have, a sentence each. Throws `writes-not-allowed`, or
   * `connection-read-only`, for the first part that modifies data.
   */
  async judge(actor: Actor, definition: PipelineDefinition, before: PipelineDefinition | null): Promise<string[]> {
    const known = new Set([...(before?.inputs ?? []), ...(before?.steps ?? [])].map((part) => JSON.stringify(part)));
    const notices: string[] = [];
    for (const [place, input] of definition.inputs.entries()) {
      if (known.has(JSON.stringify(input))) continue;
      const found = await this.judgeInput(actor, input, `/definition/inputs/${place}/sql`);
      const refusal = await this.parameters.refusal(actor, input);
      const shown = refusal === null ? found : [refusal];
      notices.push(...shown.map((notice) => `${input.name}: ${notice}`));
    }
    for (const [place, step] of definition.steps.entries()) {
      if (known.has(JSON.stringify(step))) continue;
      await this.refuseWritingStep(step, `/definition/steps/${place}/sql`);
      const refusal = await this.parameters.refusal(actor, step);
      if (refusal !== null) notices.push(`${step.name}: ${refusal}`);
    }
    return notices;
  }

  private async judgeInput(actor: Actor, input: PipelineInput, pointer: string): Promise<readonly string[]> {
    if (input.kind !== 'query' || input.connection_id === null) return [];
    const connection = this.connections.get(actor, input.connection_id);
    const verdict = await this.writes.verdict(actor, connection.id, input.sql).catch(unreadable);
    return noticesOf(verdict, {
      connection,
      pointer,
      advice: 'A pipeline only reads. Use a query job to modify data.',
    });
  }

  /** A step that the parser does not take can be saved, too. */
  private async refuseWritingStep({ name, sql }: PipelineStep, pointer: string): Promise<void> {
    if ((await this.threads.run('readsOnly', sql, PIPELINE_DIALECT)) || (await isDuckdbQuery(sql))) return;
    const [complaint] = await parseDuckdb([sql]);
    if (complaint !== null) return;
    const excerpt = shortened(sql.trim().replaceAll(/\s+/g, ' '), MAX_EXCERPT);
    const detail = `The step ${name} is not a query: ${excerpt}`;
    throw new Problem('writes-not-allowed', `${detail}. Write a SELECT.`, { errors: [{ pointer, detail }] });
  }
}

/** A text that is no whole statement yet can be saved. */
function unreadable(error: unknown): TextVerdict {
  if (error instanceof Problem) return { kind: 'unknown', why: error.message };
  throw error;
}
