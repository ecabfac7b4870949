import { describe, expect, it } from '@jest/globals';
import { ConnectFailure } from '../../connector.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { expectUsable, run, type Stage } from './stage.js';

/** A connector from its making to its closing. */
export function describeLife(engine: EngineUnderTest, stage: () => Stage): void {
  describe('from opening to closing', () => {
    it('says its kind and holds no session before it is asked for one', () => {
      const { connector } = stage();
      expect(connector.kind).toBe(engine.kind);
      expect(connector.health()).toMatchObject({ state: 'idle', last_error: null });
    });

    it('answers a test with product and version', async () => {
      const { connector } = stage();
      const server = await connector.test(neverAborted());
      expect(server.product).toMatch(engine.product);
      expect(server.version).toMatch(/^\d/);
      expect(connector.server()).toEqual(server);
    });

    it('is healthy while a session is open and reports it', async () => {
      const { connector, context, ...rest } = stage();
      const session = await rest.session();
      expect(connector.health()).toMatchObject({ state: 'healthy', last_error: null });
      expect(context.reported.at(-1)).toEqual(connector.health());
      await session.release();
    });

    it('gives a time of its last check that is a time', async () => {
      const { connector } = stage();
      await connector.test(neverAborted());
      const { checked_at, latency_ms } = connector.health();
      expect(Number.isNaN(Date.parse(checked_at ?? ''))).toBe(false);
      expect(latency_ms).toBeGreaterThanOrEqual(0);
    });

    it('drops its sessions at reconnect and opens new ones', async () => {
      const current = stage();
      const old = await current.session();
      const server = await current.connector.reconnect(neverAborted());
      expect(server.product).toMatch(engine.product);
      const { outcome } = await run(old, engine.sql.one);
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true });
      await old.release();
      const session = await current.session();
      await expectUsable(current, session);
      await session.release();
    });

    it('ends what runs when it is closed', async () => {
      const { connector, ...rest } = stage();
      const session = await rest.session();
      const ended = run(session, engine.sql.longRunning);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await connector.close();
      const { outcome } = await ended;
      expect(outcome.status).not.toBe('succeeded');
      await session.release();
    });

    it('opens nothing any more once it is closed, and can be closed twice', async () => {
      const { connector } = stage();
      await connector.close();
      await connector.close();
      await expect(connector.openSession(neverAborted())).rejects.toBeInstanceOf(ConnectFailure);
    });
  });
}
