import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Job, JobKindInfo, JobKindList } from '#libs/api';
import { draftMistakes, newDraft, settingsOf, shownFields } from '#libs/forms';
import { JobKinds } from './job-kinds.js';
import { count, flag, oneOf, text } from './kinds/setting-schemas.js';
import { EVERY_HOUR, SchedulerApp, ScriptedKind } from './testing/scheduler-app.js';

/** A kind as a module might add it: everything that it takes is in its schema. */
class ToyKind extends ScriptedKind {
  override readonly label = 'Toy';
  readonly isConnectionOptional = true;
  readonly needs = { capability: 'backup', refusal: 'Toys are for databases that can be backed up.' } as const;
  override readonly settings = z.strictObject({
    toy: text(20, { label: 'Toy', field: 'choice', missing: 'Choose a toy.' }),
    size: oneOf({ small: 'Small', large: 'Large' }, 'small', { label: 'Size', width: 'half' }),
    count: count<number>(1, 1, 9, { label: 'Count', initial: 3, width: 'half' }),
    loud: flag(false, { label: 'Loud' }),
    hidden: flag(false),
  });

  choices() {
    return Promise.resolve({ toy: [{ value: 'drum', label: 'Drum' }] });
  }
}

let app: SchedulerApp;
beforeAll(async () => {
  app = await SchedulerApp.start();
  app.get(JobKinds).register(new ToyKind());
});
afterAll(() => app.stop());

const toy = async (): Promise<JobKindInfo> => (await app.send<JobKindInfo>('GET', '/api/scheduler/kinds/plugin')).body;
const post = <T>(settings: object, more: object = {}) =>
  app.send<T>('POST', '/api/scheduler/jobs/plugin', { name: 'x', trigger: EVERY_HOUR, settings, ...more });

describe('the kinds of jobs', () => {
  it('are listed in the order of the interface, with what their connection must be able to do', async () => {
    const { body } = await app.send<JobKindList>('GET', '/api/scheduler/kinds');
    expect(body.items.map(({ kind, connection, needs }) => [kind, connection, needs])).toEqual([
      ['backup', 'required', 'backup'],
      ['vacuum', 'required', 'vacuum'],
      ['analyze', 'required', 'vacuum'],
      ['query', 'required', null],
      ['schema_watch', 'required', 'catalog'],
      ['plugin', 'optional', 'backup'],
    ]);
  });

  it('have icons that the interface knows', async () => {
    const icons = readFileSync('client/src/app/shared/ui/icon/icons.ts', 'utf8');
    const { body } = await app.send<JobKindList>('GET', '/api/scheduler/kinds');
    for (const { icon } of body.items) expect(icons).toMatch(new RegExp(`^  '?${icon}'?: `, 'm'));
  });

  it('are drawn in another order than they are checked where their schema says so', async () => {
    const { body } = await app.send<JobKindInfo>('GET', '/api/scheduler/kinds/backup');
    const names = ['format', 'keep_last', 'destination', 'proof', 'trusts_roles'];
    expect(body.fields.map(({ name }) => name)).toEqual(names);
    expect(shownFields(body.fields, { proof: false }).map(({ name }) => name)).toEqual(names.slice(0, 4));
    expect(shownFields(body.fields, { proof: true }).map(({ name }) => name)).toEqual(names);
  });

  it('are known by their name', async () => {
    expect((await app.send('GET', '/api/scheduler/kinds/knitting')).status).toBe(404);
  });
});

describe('a kind that is added', () => {
  it('has its fields from its schema, and the choices of the moment', async () => {
    const { label, fields } = await toy();
    expect(label).toBe('Toy');
    expect(fields).toEqual([
      {
        ...{ name: 'toy', type: 'choice', label: 'Toy', required: true, missing: 'Choose a toy.', max_length: 20 },
        choices: [{ value: 'drum', label: 'Drum' }],
      },
      {
        ...{ name: 'size', type: 'choice', label: 'Size', default: 'small', width: 'half' },
        choices: [
          { value: 'small', label: 'Small' },
          { value: 'large', label: 'Large' },
        ],
      },
      { name: 'count', type: 'number', label: 'Count', default: 1, initial: 3, min: 1, max: 9, width: 'half' },
      { name: 'loud', type: 'switch', label: 'Loud', default: false },
    ]);
  });

  it('takes what its form sends, and fills in the rest', async () => {
    const { fields } = await toy();
    const draft = newDraft(fields, { toy: 'drum' });
    expect(Object.values(draftMistakes(fields, draft)).filter((mistake) => mistake !== null)).toEqual([]);
    const { status, body } = await post<Job>(settingsOf(fields, draft));
    expect([status, body.settings]).toEqual([
      201,
      { toy: 'drum', size: 'small', count: 3, loud: false, hidden: false },
    ]);
  });

  it('refuses the rest at the field, in words', async () => {
    const { status, body } = await post<{ errors?: object[] }>({ size: 'huge', count: 10, surprise: 1 });
    expect([status, body.errors]).toEqual([
      400,
      [
        { pointer: '/settings/toy', detail: 'toy is missing' },
        { pointer: '/settings/size', detail: 'size must be one of small, large' },
        { pointer: '/settings/count', detail: 'count must be a whole number from 1 to 9' },
        { pointer: '/settings/surprise', detail: 'there is no setting surprise' },
      ],
    ]);
  });

  it('refuses a connection that cannot do what it needs', async () => {
    const { body } = await post<{ code: string; detail: string }>({ toy: 'drum' }, { connection_id: 'duck' });
    expect([body.code, body.detail]).toEqual(['not-relational', 'Toys are for databases that can be backed up.']);
  });
});
