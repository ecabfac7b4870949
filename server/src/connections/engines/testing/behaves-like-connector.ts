import { describe } from '@jest/globals';
import { describeBackPressure } from './conformance/back-pressure.js';
import { describeBatches } from './conformance/batches.js';
import { describeCancelling } from './conformance/cancelling.js';
import { describeLateCancels } from './conformance/late-cancels.js';
import { describeFailures } from './conformance/failures.js';
import { describeIntrospection } from './conformance/introspection.js';
import { describeLife } from './conformance/life.js';
import { describeOutage } from './conformance/outage.js';
import { describeParameters } from './conformance/parameters.js';
import { describeReadOnlySessions } from './conformance/read-only-sessions.js';
import { describeResults } from './conformance/results.js';
import { describeSessions } from './conformance/sessions.js';
import { useStages } from './conformance/stage.js';
import type { EngineUnderTest } from './engine-under-test.js';

/**
 * The rules that every engine keeps, whatever stands behind it. The data source is made once for the whole suite, and
 * so is the connector of most tests.
 */
export function behavesLikeConnector(name: string, engine: EngineUnderTest): void {
  describe(`${name} behaves like a connector`, () => {
    const { own, shared } = useStages(engine);
    describeLife(engine, own);
    describeResults(engine, shared);
    describeParameters(engine, shared);
    describeFailures(engine, shared);
    describeBatches(engine, shared);
    describeBackPressure(engine, shared);
    describeCancelling(engine, shared);
    if (engine.isWritable) describeLateCancels(engine, shared);
    describeSessions(engine, shared);
    if (engine.isWritable) describeReadOnlySessions(engine, shared);
    describeIntrospection(engine, own);
    if (engine.canGoAway) describeOutage(engine, own);
  });
}
