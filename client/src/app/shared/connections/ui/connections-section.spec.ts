import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { Router } from '@angular/router';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { duckdbSample, filesSample, health, listOf, postgresSample } from '../../../../testing/connection-samples';
import { FakeEventSource } from '../../../../testing/fake-event-source';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { ICONS } from '../../ui/icon/icons';
import { Toasts } from '../../ui/toast/toasts';
import { ConnectionsStore } from '../connections.store';
import { ConnectionsSection } from './connections-section';

const LIST = '/api/connections';
/** Menus of Angular's CDK read the code of a key. */
const ESCAPE = { keyCode: 27 };
const failed = postgresSample({ id: 'wh', name: 'Warehouse', health: health('failed', null, 'connect ECONNREFUSED') });
const all = listOf([postgresSample(), duckdbSample(), filesSample(), failed]);

describe('the connections in the sidebar', () => {
  let fixture: ComponentFixture<ConnectionsSection>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    fixture = TestBed.createComponent(ConnectionsSection);
    document.body.append(fixture.nativeElement as HTMLElement);
    await fixture.whenStable();
  });

  afterEach(() => {
    page().remove();
    TestBed.resetTestingModule();
    for (const container of document.querySelectorAll('.cdk-overlay-container')) container.remove();
  });

  const page = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const rows = (): HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.name[data-connection-id]')];
  const row = (index: number): HTMLElement => rows()[index] ?? fail(`There is no row ${index}`);
  const words = (element: Element | null | undefined): string => element?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  const menu = (): HTMLElement | null => document.querySelector<HTMLElement>('.dw-menu');
  const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.dw-menu .dw-menu-item')];

  async function show(list = all): Promise<void> {
    await settle();
    answerAll('GET', LIST, list);
    await settled();
  }

  async function settled(): Promise<void> {
    await settle();
    await fixture.whenStable();
  }

  async function key(element: Element, name: string, more: KeyboardEventInit = {}): Promise<void> {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));
    await settled();
  }

  it('shows a skeleton while the list is on its way', () => {
    expect(page().querySelector('dw-loading-state')).not.toBeNull();
  });

  it('lists every connection with its colour, state, kind and what to know of it', async () => {
    await show();
    expect(rows().map((element) => words(element.querySelector('.dw-clip')))).toEqual([
      'Shop production',
      'Lake',
      'Drop folder',
      'Warehouse',
    ]);
    expect(rows().map((element) => words(element.querySelector('.meta')))).toEqual(['4 ms', 'idle', 'idle', 'failed']);
    const tones = rows().map((element) => element.querySelector('dw-dot')?.getAttribute('data-tone'));
    expect(tones).toEqual(['ok', 'idle', 'idle', 'bad']);
    expect(page().querySelector('.row')?.getAttribute('data-conn')).toBe('red');
  });

  it('has the icon of its kind: database, box or folder', async () => {
    await show();
    const icons = rows().map((element) => element.querySelector('dw-icon path')?.getAttribute('d'));
    expect(icons).toEqual([ICONS.database, ICONS.package, ICONS.folder, ICONS.database]);
  });

  it('says state and kind in words for those who do not see dot and icon', async () => {
    await show();
    expect(words(row(0))).toContain('Postgres, healthy');
    expect(words(row(3))).toContain('Postgres');
  });

  it('turns red as soon as the live stream says so', async () => {
    await show();
    FakeEventSource.last.emit('connection.health_changed', {
      connection_id: 'shop',
      health: health('failed', null, 'gone'),
    });
    await settled();
    expect(row(0).querySelector('dw-dot')?.getAttribute('data-tone')).toBe('bad');
  });

  it('offers to add one when there is none', async () => {
    await show(listOf([]));
    expect(words(page().querySelector('dw-empty-state'))).toContain('No connections yet');
  });

  it('shows the exact words when the list cannot be read, and tries again', async () => {
    await settle();
    requestTo('GET', LIST).flush(problemDocument('internal-error', 'r', 'The file is locked'), {
      status: 500,
      statusText: '',
    });
    await settled();
    expect(words(page().querySelector('dw-failed-state'))).toContain('The file is locked');
    page().querySelector<HTMLElement>('dw-failed-state .actions button')?.click();
    await show();
    expect(rows()).toHaveLength(4);
  });

  it('says where the configuration file is wrong and keeps the list', async () => {
    const mistakes = [{ message: 'port must be a number', line: 12, column: 11 }];
    await show(listOf([postgresSample()], mistakes));
    expect(words(page().querySelector('dw-configuration-notice'))).toContain('12:11 port must be a number');
    expect(rows()).toHaveLength(1);
  });

  it('browses a connection by a click, and leaves the address as it is', async () => {
    await show();
    const before = TestBed.inject(Router).url;
    row(1).click();
    await settled();
    expect(row(1).getAttribute('aria-current')).toBe('true');
    expect(TestBed.inject(ConnectionsStore).browsed()?.id).toBe('lake');
    expect(TestBed.inject(Router).url).toBe(before);
  });

  it.each([
    ['a double click', () => row(1).dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))],
    ['the key N', () => key(row(1), 'n')],
  ])('opens a query on a connection by %s', async (_, act) => {
    await show();
    const opened: string[] = [];
    fixture.componentInstance.opened.subscribe((id) => opened.push(id));
    await act();
    expect(opened).toEqual(['lake']);
  });

  it('has one Tab stop and lets arrows, Home and End walk', async () => {
    await show();
    expect(rows().map((element) => element.tabIndex)).toEqual([0, -1, -1, -1]);
    row(0).focus();
    await key(row(0), 'ArrowDown');
    expect(document.activeElement).toBe(row(1));
    await key(row(1), 'End');
    expect(document.activeElement).toBe(row(3));
    expect(rows().map((element) => element.tabIndex)).toEqual([-1, -1, -1, 0]);
    await key(row(3), 'Home');
    expect(document.activeElement).toBe(row(0));
  });

  it.each([
    ['ContextMenu', {}],
    ['F10', { shiftKey: true }],
  ])('opens the menu of the row by %s, with the focus on its first item', async (name, more) => {
    await show();
    row(0).focus();
    await key(row(0), name, more);
    expect(items().map(words)).toEqual([
      'New query N',
      'Test connection T',
      'Reconnect R',
      'Edit E',
      'Remove Backspace',
    ]);
    expect(document.activeElement).toBe(items()[0]);
  });

  it('opens the same menu by a right click and by the button at the right', async () => {
    await show();
    row(0).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
    await settled();
    expect(items()).toHaveLength(5);
    await key(menu() ?? page(), 'Escape', ESCAPE);
    expect(menu()).toBeNull();
    page().querySelector<HTMLElement>('.more')?.click();
    await settled();
    expect(items()).toHaveLength(5);
  });

  it('runs what a letter in the menu stands for and closes the menu', async () => {
    await show();
    await key(row(3), 'ContextMenu');
    await key(items()[0] ?? page(), 'r');
    expect(menu()).toBeNull();
    requestTo('POST', '/api/connections/wh/reconnect');
  });

  it('tests by T on the row and shows the outcome', async () => {
    await show();
    await key(row(3), 't');
    expect(words(row(3).querySelector('.meta'))).toBe('testing');
    const error = { code: 'connection-unreachable', message: 'connect ECONNREFUSED 127.0.0.1:5439' };
    requestTo('POST', '/api/connections/wh/test').flush({ ok: false, latency_ms: 2, server: null, error });
    await settled();
    expect(TestBed.inject(Toasts).messages()).toMatchObject([
      { tone: 'danger', title: 'Warehouse cannot be reached', text: 'connect ECONNREFUSED 127.0.0.1:5439' },
    ]);
    expect(words(row(3).querySelector('.meta'))).toBe('failed');
  });

  it('changes the colour by a swatch of the menu', async () => {
    await show();
    await key(row(0), 'ContextMenu');
    document.querySelector<HTMLElement>('.swatch[aria-label=Violet]')?.click();
    await settled();
    expect(requestTo('PUT', '/api/connections/shop').request.body).toMatchObject({ id: 'shop', colour: 'violet' });
  });

  it('asks before it removes, and leaves all as it was on Cancel', async () => {
    await show();
    await key(row(0), 'Delete');
    const dialog = document.querySelector('dw-confirm-dialog');
    expect(words(dialog)).toContain('Remove Shop production?');
    expect(words(dialog)).toContain('The database and its data are untouched.');
    [...document.querySelectorAll<HTMLElement>('dw-confirm-dialog button')]
      .find((button) => words(button) === 'Cancel')
      ?.click();
    await settled();
    expect(answerAll('DELETE', '/api/connections/shop', {})).toBe(0);
    expect(rows()).toHaveLength(4);
  });

  async function confirmRemoval(index: number): Promise<void> {
    await key(row(index), 'Delete');
    const buttons = [...document.querySelectorAll<HTMLElement>('dw-confirm-dialog button')];
    buttons.find((button) => words(button) === 'Remove connection')?.click();
    await settled();
  }

  it('removes, goes to the next row, and puts an entry without a password back on Undo', async () => {
    await show();
    row(1).focus();
    await confirmRemoval(1);
    requestTo('DELETE', '/api/connections/lake').flush(null, { status: 204, statusText: '' });
    await settled();
    answerAll('GET', LIST, listOf([postgresSample(), filesSample(), failed]));
    await settled();
    expect(document.activeElement).toBe(row(1));
    expect(words(row(1))).toContain('Drop folder');
    const [toast] = TestBed.inject(Toasts).messages();
    expect(toast).toMatchObject({ title: 'Removed Lake', action: { label: 'Undo' } });
    toast?.action?.run();
    expect(requestTo('POST', LIST).request.body).toMatchObject({ id: 'lake', kind: 'duckdb', path: './lake.duckdb' });
  });

  it('offers no Undo for an entry whose password is not known here', async () => {
    await show();
    await confirmRemoval(0);
    requestTo('DELETE', '/api/connections/shop').flush(null, { status: 204, statusText: '' });
    await settled();
    answerAll('GET', LIST, listOf([duckdbSample()]));
    await settled();
    expect(TestBed.inject(Toasts).messages()[0]?.action).toBeUndefined();
  });

  it('shows why a connection could not be removed, and keeps it', async () => {
    await show();
    await confirmRemoval(0);
    const body = problemDocument('configuration-changed', 'r', 'The file has a mistake in line 4');
    requestTo('DELETE', '/api/connections/shop').flush(body, { status: 409, statusText: '' });
    await settled();
    expect(TestBed.inject(Toasts).messages()).toMatchObject([
      { tone: 'danger', text: 'The file has a mistake in line 4' },
    ]);
    expect(rows()).toHaveLength(4);
  });

  it('has the focus in the filter as soon as it is opened, before the next key', async () => {
    await show();
    page().querySelector<HTMLElement>('[aria-label="Filter connections"]')?.click();
    expect(document.activeElement).toBe(page().querySelector('input[type=search]'));
  });

  it('filters by name, host and database, and says when nothing matches', async () => {
    await show();
    await key(row(0), '/');
    const box = page().querySelector<HTMLInputElement>('input[type=search]');
    expect(document.activeElement).toBe(box);
    const type = async (text: string): Promise<void> => {
      if (!box) throw new Error('There is no filter');
      box.value = text;
      box.dispatchEvent(new Event('input'));
      await settled();
    };
    await type('LAKE');
    expect(rows()).toHaveLength(1);
    await type('db.shop');
    expect(rows()).toHaveLength(2);
    await type('zebra');
    expect(words(page().querySelector('dw-empty-state'))).toContain('No connection matches');
    if (box) await key(box, 'Escape');
    expect(rows()).toHaveLength(4);
  });

  describe('in folders', () => {
    const folders = (): string[] => [...page().querySelectorAll('[data-folder]')].map(words);
    const folder = (path: string): HTMLElement =>
      page().querySelector<HTMLElement>(`[data-folder="${path}"]`) ?? fail(`There is no folder ${path}`);
    const inFolders = listOf([
      postgresSample({ id: 'eu', name: 'Europe 1', folder: 'Production/Europe' }),
      duckdbSample(),
      postgresSample({ id: 'us', name: 'America', folder: 'Production' }),
    ]);
    beforeEach(() => localStorage.clear());

    it('are folders first, each with the number of its connections', async () => {
      await show(inFolders);
      expect(folders()).toEqual(['Production, 2', 'Europe, 1']);
      expect(rows().map(({ dataset }) => dataset['connectionId'])).toEqual(['eu', 'us', 'lake']);
    });

    it('close and open by a click, which the browser remembers', async () => {
      await show(inFolders);
      folder('Production').click();
      await settled();
      expect(rows()).toHaveLength(1);
      expect(folder('Production').getAttribute('aria-expanded')).toBe('false');
      expect(localStorage.getItem('dw-closed-folders')).toBe('["Production"]');
      folder('Production').click();
      await settled();
      expect(rows()).toHaveLength(3);
    });

    it('are walked by arrows', async () => {
      await show(inFolders);
      folder('Production').focus();
      await key(folder('Production'), 'ArrowRight');
      expect(document.activeElement).toBe(folder('Production/Europe'));
      await key(folder('Production/Europe'), 'ArrowDown');
      expect(document.activeElement).toBe(row(0));
      await key(row(0), 'ArrowLeft');
      expect(document.activeElement).toBe(folder('Production/Europe'));
      await key(folder('Production/Europe'), 'ArrowLeft');
      expect(folder('Production/Europe').getAttribute('aria-expanded')).toBe('false');
    });

    it('take a connection that is dropped on them', async () => {
      await show(inFolders);
      const data = { types: ['application/x-workbench-connection'], getData: () => 'lake', dropEffect: '' };
      const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: data });
      folder('Production/Europe').dispatchEvent(event);
      await settled();
      const body = requestTo('PUT', '/api/connections/lake').request.body as object;
      expect(body).toMatchObject({ id: 'lake', folder: 'Production/Europe' });
      expect(rows().map(({ dataset }) => dataset['connectionId'])).toEqual(['eu', 'lake', 'us']);
    });

    it('are closed at first where there are many connections, and open while a filter finds something in them', async () => {
      const many = Array.from({ length: 500 }, (_, at) =>
        postgresSample({ id: `c${at}`, name: `Connection ${at}`, folder: `Folder ${at % 10}` }),
      );
      await show(listOf(many));
      expect([folders().length, rows().length]).toEqual([10, 0]);
      await key(folder('Folder 0'), '/');
      const box = page().querySelector<HTMLInputElement>('input[type=search]') ?? fail('There is no filter');
      box.value = 'connection 499';
      box.dispatchEvent(new Event('input'));
      await settled();
      expect([folders(), rows().length]).toEqual([['Folder 9, 1'], 1]);
      box.value = 'connection';
      box.dispatchEvent(new Event('input'));
      await settled();
      expect(rows().length + folders().length).toBeLessThan(40);
      const items = [...page().querySelectorAll('li')];
      const places = items.map((item) => item.getAttribute('aria-posinset'));
      expect(places.slice(0, -1)).toEqual(places.slice(0, -1).map((_, at) => String(at + 1)));
      // The row that Tab reaches is drawn, too, though it is far below.
      expect(items.at(-1)?.querySelector('[tabindex="0"]')?.getAttribute('data-folder')).toBe('Folder 9');
      expect(new Set(items.map((item) => item.getAttribute('aria-setsize')))).toEqual(new Set(['510']));
      await key(folder('Folder 0'), 'PageDown');
      expect(document.activeElement).toBe(row(9));
      await key(row(9), 'PageUp');
      expect(document.activeElement).toBe(folder('Folder 0'));
    });
  });
});

function fail(message: string): never {
  throw new Error(message);
}
