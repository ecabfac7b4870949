import { describe } from '@jest/globals';
import { describeBackPressure } from './conformance/back-pressure.js';
import { describeBatches } from './conformance/batches.js';
import { describeCancelling } from './conformance/cancelling.js';
import { describeFailures } from './conformance/failures.js';
import { describeIntrospection } from './conformance/introspection.js';
import { describeLife } from './conformance/life.js';
import { describeOutage } from './conformance/outage.js';
import { describeParameters } from './conformance/parameters.js';
import { describeReadOnlySessions } from './conformance/read-only-sessions.js';
import { describeResults } from './conformance/results.js';
import { describeSessions } from './conformance/sessions.js';
import { useStage } from './conformance/stage.js';
import type { EngineUnderTest } from './engine-under-test.js';

/**
 * The rules that every engine keeps, whatever stands behind it. The data source is made once for the whole suite; each
 * test gets a connector of its own on it.
 */
export function behavesLikeConnector(name: string, engine: EngineUnderTest): void {
  describe(`${name} behaves like a connector`, () => {
    const stage = useStage(engine);
    describeLife(engine, stage);
    describeResults(engine, stage);
    describeParameters(engine, stage);
    describeFailures(engine, stage);
    describeBatches(engine, stage);
    describeBackPressure(engine, stage);
    describeCancelling(engine, stage);
    describeSessions(engine, stage);
    if (engine.isWritable) describeReadOnlySessions(engine, stage);
    describeIntrospection(engine, stage);
    if (engine.canGoAway) describeOutage(engine, stage);
  });
}
