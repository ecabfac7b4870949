import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connector } from '../connector.js';
import { runStatement } from '../duckdb/testing/open-session.js';
import { createFilesConnector } from '../files/index.js';
import { filesConfig } from '../files/testing/files-config.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';

class FailingSink extends CollectingSink {
  override row(row: (string | null)[]): boolean {
    if (this.rows.length === 1000) throw new RangeError('Invalid array length');
    return super.row(row);
  }
}

describe('a sink that throws', () => {
  let folder: string;
  let connector: Connector;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hosted-run-spec-'));
    writeFileSync(join(folder, 'kept.csv'), 'n\n1\n');
    connector = createFilesConnector(filesConfig(folder), new RecordingContext());
  });
  afterEach(async () => {
    await connector.close();
    rmSync(folder, { recursive: true });
  });

  it('ends its statement, and the session goes on', async () => {
    const session = await connector.openSession(neverAborted());
    const outcome = await session.run('FROM range(3_000_000)', new FailingSink(), neverAborted());
    expect(outcome).toMatchObject({
      ...{ status: 'failed', isSessionLost: false },
      error: { message: 'Not all of its rows can be shown: Invalid array length.' },
    });
    expect((await runStatement(session, 'FROM kept')).sink.rows).toEqual([['1']]);
    await session.release();
  });
});
