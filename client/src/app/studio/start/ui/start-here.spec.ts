import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DemoView } from '#libs/demo';
import { welcomeText, WELCOMES } from '#libs/demo';
import { providePage, requestTo } from '../../../../testing/page-set-up';
import { PageCommands } from '../../commands/ui/page-commands';
import { ActiveEditor } from '../../editor/active-editor';
import type { EditorHandle } from '../../editor/active-editor';
import { ResultModesStore } from '../../results/result-modes.store';
import { StartStore } from '../start.store';
import { StartHere } from './start-here';

const [WELCOME] = WELCOMES;
const VIEW: DemoView = { state: 'ready', connections: [], removed: [], kept: [] };

describe('StartHere', () => {
  const goTo = jest.fn<(offset: number) => void>();
  const run = jest.fn<PageCommands['run']>();
  const explain = jest.fn<PageCommands['explain']>();

  beforeEach(() => {
    for (const spy of [goTo, run, explain]) spy.mockClear();
    TestBed.configureTestingModule({
      providers: [providePage(), ActiveEditor, { provide: PageCommands, useValue: { run, explain } }],
    });
    TestBed.inject(ActiveEditor).attach({ goTo } as unknown as EditorHandle);
  });

  async function render(sql: string, view: DemoView = VIEW) {
    if (WELCOME === undefined) throw new Error('There is no guided query.');
    const fixture = TestBed.createComponent(StartHere);
    fixture.componentRef.setInput('welcome', WELCOME);
    fixture.componentRef.setInput('tab', { id: WELCOME.tabId, sql });
    requestTo('GET', '/api/demo').flush(view);
    await fixture.whenStable();
    const host = fixture.nativeElement as HTMLElement;
    const button = (text: string) => [...host.querySelectorAll('button')].find((one) => one.textContent.includes(text));
    return { host, button };
  }

  const text = WELCOME === undefined ? '' : welcomeText(WELCOME);

  it('runs the statement of a step and shows it in its mode', async () => {
    const { button } = await render(text);
    button('See stores on a map')?.click();
    expect(goTo).toHaveBeenCalledWith(text.indexOf('SELECT name, city'));
    expect(run).toHaveBeenCalledWith('statement');
    expect(TestBed.inject(ResultModesStore).of('demo-welcome-shop')).toBe('map');
  });

  it('opens the measured plan of the slow join', async () => {
    const { button } = await render(text);
    button('Explain a slow join')?.click();
    expect(explain).toHaveBeenCalledWith(true);
    expect(run).not.toHaveBeenCalled();
  });

  it('leaves out steps that the text no longer has', async () => {
    const { button } = await render(text.replace('-- Step 3.', '-- Stores:'));
    expect(button('See stores on a map')).toBeUndefined();
    expect(button('Explain a slow join')).toBeDefined();
  });

  it('is hidden for good', async () => {
    const { button } = await render(text);
    button('Hide')?.click();
    expect(TestBed.inject(StartStore).isHidden()).toBe(true);
    expect(JSON.stringify(localStorage)).toContain('start-hidden');
  });

  it.each<[DemoView['state'], boolean]>([
    ['ready', true],
    ['preparing', true],
    ['none', false],
  ])('with a demo that is %s, offers to remove it: %s', async (state, isOffered) => {
    const { button } = await render(text, { ...VIEW, state });
    expect(button('Remove the demo') !== undefined).toBe(isOffered);
  });
});
