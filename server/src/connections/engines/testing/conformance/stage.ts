import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Connector, Session, StatementOutcome } from '../../connector.js';
import { CollectingSink } from '../collecting-sink.js';
import type { EngineUnderTest, SourceUnderTest } from '../engine-under-test.js';
import { neverAborted, RecordingContext } from '../recording-context.js';

/** What a part of the suite has. */
export interface Stage {
  readonly engine: EngineUnderTest;
  readonly source: SourceUnderTest;
  readonly connector: Connector;
  readonly context: RecordingContext;
  /** Opens a session, which is released after the test. */
  session(): Promise<Session>;
}

export interface Stages {
  /** With a connector of its own for each test, which is closed after it. */
  readonly own: () => Stage;
  /** With one connector for all tests, as people have it: some engines start a process for each. */
  readonly shared: () => Stage;
}

/** Makes the source once, and connectors as tests ask for them. */
export function useStages(engine: EngineUnderTest): Stages {
  let source: SourceUnderTest | undefined;
  let own: Stage | null = null;
  let shared: Stage | null = null;
  const opened: Session[] = [];
  const newStage = (): Stage => {
    if (!source) throw new Error('The data source could not be made.');
    const context = new RecordingContext();
    const connector = source.create(context);
    const session = async (): Promise<Session> => {
      const made = await connector.openSession(neverAborted());
      opened.push(made);
      return made;
    };
    return { engine, source, connector, context, session };
  };
  beforeAll(async () => {
    source = await engine.open();
  }, 120_000);
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((session) => session.release()));
    await own?.connector.close();
    own = null;
  });
  afterAll(async () => {
    await shared?.connector.close();
    await source?.dispose();
  });
  return { own: () => (own ??= newStage()), shared: () => (shared ??= newStage()) };
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
