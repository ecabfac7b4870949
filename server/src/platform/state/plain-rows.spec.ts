import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { State, insertRows, selectRows } from '../index.js';
import { TestWorkbench } from '../testing/test-workbench.js';

@Module({})
class NoFeature {}

interface Note {
  readonly noteId: string;
  readonly text: string | null;
}

const COLUMNS = { noteId: 'note_id', text: 'body' };
const ODD = ["it's", '', '?', '$1', 'ä', '"', 'a'.repeat(1000)];

describe('plain rows', () => {
  let workbench: TestWorkbench;
  let state: State;

  const read = (values: readonly string[]) =>
    selectRows<Note>(state.manager, 'note', COLUMNS, { key: 'note_id', values });

  beforeAll(async () => {
    workbench = await TestWorkbench.start({ features: [NoFeature] });
    state = workbench.app.get(State);
    await state.transaction(async (manager) => {
      await manager.query('CREATE TABLE note (note_id varchar PRIMARY KEY, body text, other text)');
      await insertRows(
        manager,
        'note',
        ['note_id', 'body', 'other'],
        ODD.map((id, n) => [id, n % 2 === 0 ? `text ${n}` : null, 'not read']),
      );
    });
  });

  afterAll(() => workbench.stop());

  it('reads what was inserted, in the order of the key', async () => {
    const expected = ODD.map((noteId, n) => ({ noteId, text: n % 2 === 0 ? `text ${n}` : null }));
    expected.sort((a, b) => Buffer.compare(Buffer.from(a.noteId), Buffer.from(b.noteId)));
    expect(await read(ODD)).toEqual(expected);
  });

  it('reads only what is asked for', async () => {
    expect(await read(['?', 'of nobody'])).toEqual([{ noteId: '?', text: 'text 2' }]);
    expect(await read([])).toEqual([]);
  });

  it('answers with what the database says', async () => {
    const wrong = selectRows<Note>(state.manager, 'no_such_table', COLUMNS, { key: 'note_id', values: ['a'] });
    await expect(wrong).rejects.toThrow('no_such_table');
  });
});
