import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StudioSettings } from '#libs/api';
import type { EventMap } from '#libs/events';
import type { ProblemDocument } from '#libs/problem';
import { STUDIO_DEFAULTS } from '#libs/settings';
import { AuthApp, bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { EventBus } from '../platform/index.js';
import { SettingsModule } from './index.js';

const PATH = '/api/settings/studio';
const BASEMAP = { url: 'https://tile.example.org/{z}/{x}/{y}.png', attribution: '© Example' };

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

const get = async (caller: Caller) => bodyOf<StudioSettings>(await caller.get(PATH).expect(200));

describe('the settings of the studio', () => {
  it('are the defaults until a person sets something, and then theirs alone', async () => {
    expect(await get(ann)).toEqual(STUDIO_DEFAULTS);
    const mine = { ...STUDIO_DEFAULTS, preview_limit: 50, basemap: BASEMAP, theme: 'dark', time_display: 'utc' };
    expect(bodyOf(await ann.put(PATH, mine).expect(200))).toEqual(mine);
    expect([await get(ann), await get(bob)]).toEqual([mine, STUDIO_DEFAULTS]);
    expect(bodyOf(await ann.put(PATH, { editor_font_size: 16 }).expect(200))).toEqual({
      ...STUDIO_DEFAULTS,
      editor_font_size: 16,
    });
  });

  it('are reported to the other browsers of the person when they change, and only then', async () => {
    const heard: EventMap['settings.changed'][] = [];
    app.workbench.app.get(EventBus).subscribe('settings.changed', (fact) => heard.push(fact));
    await ann.put(PATH, { preview_limit: 77 }).expect(200);
    await ann.put(PATH, { preview_limit: 77 }).expect(200);
    expect(heard).toEqual([{ owner_id: expect.any(String), area: 'studio' }]);
  });

  it('are audited by the names of what changed, and not at all where nothing did', async () => {
    const actions: EventMap['action.performed'][] = [];
    app.workbench.app.get(EventBus).subscribe('action.performed', (fact) => actions.push(fact));
    await bob.put(PATH, { ...STUDIO_DEFAULTS, basemap: BASEMAP, preview_limit: 10 }).expect(200);
    await bob.put(PATH, { ...STUDIO_DEFAULTS, basemap: BASEMAP, preview_limit: 10 }).expect(200);
    expect(actions).toMatchObject([
      {
        action: 'settings.change',
        actor: { name: 'bob@example.org' },
        outcome: 'done',
        object: { kind: 'settings', id: 'studio', name: 'Studio' },
        details: { fields: ['preview_limit', 'basemap'] },
      },
    ]);
  });

  it.each<[string, object, string]>([
    ['a preview of nothing', { preview_limit: 0 }, '/preview_limit'],
    ['a preview of everything', { preview_limit: 10_001 }, '/preview_limit'],
    ['half a row', { preview_limit: 1.5 }, '/preview_limit'],
    ['a text for a number', { editor_font_size: '13' }, '/editor_font_size'],
    ['letters nobody can read', { editor_font_size: 4 }, '/editor_font_size'],
    ['a tab of no spaces', { editor_tab_size: 0 }, '/editor_tab_size'],
    ['a tab of nine spaces', { editor_tab_size: 9 }, '/editor_tab_size'],
    ['a text for a switch', { format_on_save: 'yes' }, '/format_on_save'],
    ['a number for a switch', { editor_word_wrap: 1 }, '/editor_word_wrap'],
    ['a case that there is not', { keyword_case: 'title' }, '/keyword_case'],
    ['keys that there are not', { editor_keymap: 'emacs' }, '/editor_keymap'],
    ['a theme that there is not', { theme: 'sepia' }, '/theme'],
    ['a time display that there is not', { time_display: 'mars' }, '/time_display'],
    ['a basemap that is no object', { basemap: 'x' }, '/basemap'],
    ['a list of basemaps', { basemap: [BASEMAP] }, '/basemap'],
    ['an address that runs', { basemap: { ...BASEMAP, url: 'javascript:{z}{x}{y}' } }, '/basemap/url'],
    ['an address without {y}', { basemap: { ...BASEMAP, url: 'https://a.org/{z}/{x}' } }, '/basemap/url'],
    ['no address', { basemap: { attribution: 'A' } }, '/basemap/url'],
    ['an endless attribution', { basemap: { ...BASEMAP, attribution: 'x'.repeat(501) } }, '/basemap/attribution'],
    ['a field that there is not', { colour: 'red' }, '/colour'],
  ])('refuse %s and stay', async (_, body, pointer) => {
    const before = await get(bob);
    const { code, errors = [] } = bodyOf<ProblemDocument>(await bob.put(PATH, body).expect(400));
    expect([code, errors.some((error) => error.pointer.startsWith(pointer))]).toEqual(['validation-failed', true]);
    expect(await get(bob)).toEqual(before);
  });
});
