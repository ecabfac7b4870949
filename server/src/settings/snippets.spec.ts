import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SnippetList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { AuthApp, bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { SettingsModule } from './index.js';

const PATH = '/api/settings/snippets';

let app: AuthApp;
let ann: Caller;
let bob: Caller;
beforeAll(async () => {
  app = await AuthApp.startWithAdmin({ features: [SettingsModule] });
  const admin = await app.signIn();
  ann = (await app.admit(admin, 'ann@example.org')).caller;
  bob = (await app.admit(admin, 'bob@example.org')).caller;
});
afterAll(() => app.stop());

const names = async (caller: Caller) =>
  bodyOf<SnippetList>(await caller.get(PATH).expect(200)).items.map(({ name }) => name);
const put = (name: string, body: object, caller = ann) => caller.put(`${PATH}/${encodeURIComponent(name)}`, body);

describe('the snippets of a person', () => {
  it('are added, changed, renamed and removed, and theirs alone', async () => {
    await put('topten', { name: 'topten', text: 'SELECT ${1:x}' }).expect(200);
    await put('Count', { name: 'Count', text: 'SELECT count(*)' }).expect(200);
    expect([await names(ann), await names(bob)]).toEqual([['Count', 'topten'], []]);
    await put('topten', { name: 'größte', text: 'SELECT 1' }).expect(200);
    expect(bodyOf<SnippetList>(await ann.get(PATH)).items).toEqual([
      { name: 'Count', text: 'SELECT count(*)' },
      { name: 'größte', text: 'SELECT 1' },
    ]);
    await put('count', { name: 'count', text: 'SELECT 2' }).expect(409);
    await put('größte', { name: 'COUNT', text: 'SELECT 2' }).expect(409);
    await bob.delete(`${PATH}/Count`).expect(404);
    await ann.delete(`${PATH}/Count`).expect(204);
    await ann.delete(`${PATH}/Count`).expect(404);
    expect(await names(ann)).toEqual(['größte']);
  });

  it.each([
    ['a name of two words', { name: 'a b', text: '1' }, '/name'],
    ['no name', { text: '1' }, '/name'],
    ['a text of spaces', { name: 'a', text: ' ' }, '/text'],
    ['an endless text', { name: 'a', text: 'x'.repeat(5001) }, '/text'],
    ['a member that there is not', { name: 'a', text: '1', colour: 'red' }, '/colour'],
  ])('refuse %s', async (_, body, pointer) => {
    const { errors = [] } = bodyOf<ProblemDocument>(await put('a', body).expect(400));
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  });

  it('are 200 at most', async () => {
    for (let place = 0; place < 200; place += 1)
      await put(`s${place}`, { name: `s${place}`, text: '1' }, bob).expect(200);
    expect(bodyOf<ProblemDocument>(await put('more', { name: 'more', text: '1' }, bob).expect(429)).code).toBe(
      'person-limit',
    );
    await put('s1', { name: 's1', text: '2' }, bob).expect(200);
  });
});
