import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Connector, Session, StatementOutcome } from '../../connector.js';
import { CollectingSink } from '../collecting-sink.js';
import type { EngineUnderTest, SourceUnderTest } from '../engine-under-test.js';
import { neverAborted, RecordingContext } from '../recording-context.js';

/** What the parts of the suite share: a connector of their own for each test. */
export interface Stage {
  readonly engine: EngineUnderTest;
  readonly source: SourceUnderTest;
  readonly connector: Connector;
  readonly context: RecordingContext;
  session(): Promise<Session>;
}

/** Makes the source once, and for each test a connector that is closed after it. */
export function useStage(engine: EngineUnderTest): () => Stage {
  let source: SourceUnderTest | undefined;
  let stage: Stage | undefined;
  beforeAll(async () => {
    source = await engine.open();
  }, 120_000);
  beforeEach(async () => {
    if (!source) throw new Error('The data source could not be made.');
    const context = new RecordingContext();
    const connector = await source.create(context);
    stage = { engine, source, connector, context, session: () => connector.openSession(neverAborted()) };
  });
  afterEach(() => stage?.connector.close());
  afterAll(() => source?.dispose());
  return () => {
    if (!stage) throw new Error('The connector could not be made.');
    return stage;
  };
}

/** Runs a statement in a session. */
export async function run(session: Session, sql: string): Promise<{ outcome: StatementOutcome; sink: CollectingSink }> {
  const sink = new CollectingSink();
  const outcome = await session.run(sql, sink, neverAborted());
  return { outcome, sink };
}

/** Expects that a session still runs statements. */
export async function expectUsable({ engine }: Stage, session: Session): Promise<void> {
  const { outcome, sink } = await run(session, engine.sql.one);
  expect(outcome.status).toBe('succeeded');
  expect(sink.rows).toEqual([['1']]);
}

/** Runs a statement in a session of its own. */
export async function runInNewSession(stage: Stage, sql: string): ReturnType<typeof run> {
  const session = await stage.session();
  try {
    return await run(session, sql);
  } finally {
    await session.release();
  }
}
