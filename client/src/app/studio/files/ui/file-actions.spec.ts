import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SqlFile, SqlFileContent } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { FileActions } from './file-actions';
import { FilesStore } from '../files.store';
import { TabsStore } from '../../tabs/tabs.store';

const FILES = '/api/studio/files';
const FILE = `${FILES}/f1`;

const file = (etag: string): SqlFile => ({
  id: 'f1',
  name: 'monthly.sql',
  path: '/files/monthly.sql',
  state: 'present',
  bytes: 8,
  modified_at: '2026-05-19T09:41:00Z',
  etag,
});
const content = (etag: string, sql: string): SqlFileContent => ({ ...file(etag), etag, sql });

describe('FileActions', () => {
  let actions: FileActions;
  let tabs: TabsStore;

  beforeEach(async () => {
    TestBed.resetTestingModule();
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: providePage() });
    actions = TestBed.inject(FileActions);
    tabs = TestBed.inject(TabsStore);
    const opening = actions.open({ id: 'f1', name: 'monthly.sql' });
    requestTo('GET', FILE).flush(content('one', 'SELECT 1'));
    await opening;
  });

  const tabId = (): string => tabs.active()?.id ?? '';

  /** The store learns that the file has another version, whose text is then read. */
  async function changeOnDisk(etag: string, sql: string): Promise<void> {
    void TestBed.inject(FilesStore).load();
    answerAll('GET', FILES, { items: [file(etag)], next_cursor: null });
    await settle();
    answerAll('GET', FILE, content(etag, sql));
    await settle();
  }

  it('opens a file in the blank tab’s place, and only once', async () => {
    expect(tabs.tabs().map(({ title, sql }) => [title, sql])).toEqual([['monthly.sql', 'SELECT 1']]);
    expect(actions.state()).toBe('saved');
    const again = actions.open({ id: 'f1', name: 'monthly.sql' });
    answerAll('GET', FILES, { items: [file('one')], next_cursor: null });
    await again;
    expect(tabs.tabs()).toHaveLength(1);
  });

  it('saves over the version that it knows', async () => {
    tabs.setText(tabId(), 'SELECT 2');
    expect(actions.state()).toBe('changed');
    const saving = actions.save();
    const request = requestTo('PUT', FILE);
    expect(request.request.body).toEqual({ sql: 'SELECT 2', etag: 'one' });
    request.flush(file('two'));
    await settle();
    answerAll('GET', FILES, { items: [file('two')], next_cursor: null });
    await saving;
    expect([actions.state(), tabs.active()?.file?.etag]).toEqual(['saved', 'two']);
  });

  it('asks when the file has another text, and takes it when confirmed', async () => {
    await changeOnDisk('two', 'SELECT 9');
    expect(actions.changes().get(tabId())?.sql).toBe('SELECT 9');
    actions.reload(tabId());
    expect([tabs.active()?.sql, actions.state(), actions.changes().size]).toEqual(['SELECT 9', 'saved', 0]);
  });

  it('reads another version once, however much is typed while it is asked about', async () => {
    await changeOnDisk('two', 'SELECT 9');
    tabs.setText(tabId(), 'SELECT 12');
    await settle();
    expect(answerAll('GET', FILE, content('two', 'SELECT 9'))).toBe(0);
    await changeOnDisk('three', 'SELECT 10');
    expect(actions.changes().get(tabId())?.sql).toBe('SELECT 10');
  });

  it('reads a file once for an answer of the list, even one that is being written', async () => {
    void TestBed.inject(FilesStore).load();
    answerAll('GET', FILES, { items: [file('two')], next_cursor: null });
    await settle();
    expect(answerAll('GET', FILE, content('three', 'SELECT 3'))).toBe(1);
    await settle();
    expect(answerAll('GET', FILE, content('four', 'SELECT 4'))).toBe(0);
    expect(actions.changes().get(tabId())?.sql).toBe('SELECT 3');
    actions.reload(tabId());
    await settle();
    expect([answerAll('GET', FILE, content('four', 'SELECT 4')), actions.state()]).toEqual([0, 'saved']);
  });

  it('reads each version that another browser names once, while the list has an older one', async () => {
    await changeOnDisk('one', 'SELECT 1');
    for (const etag of ['two', 'three']) {
      tabs.take(tabId(), { sql: `SELECT '${etag}'`, file: { fileId: 'f1', name: 'monthly.sql', etag, mark: '' } });
      await settle();
      expect(answerAll('GET', FILE, content(etag, `SELECT '${etag}'`))).toBe(1);
      await settle();
      expect([answerAll('GET', FILE, content(etag, '')), actions.state()]).toEqual([0, 'saved']);
      expect(tabs.active()?.file?.etag).toBe(etag);
    }
  });

  it('reads what the list learned while another read was under way', async () => {
    void TestBed.inject(FilesStore).load();
    answerAll('GET', FILES, { items: [file('two')], next_cursor: null });
    await settle();
    const first = requestTo('GET', FILE);
    void TestBed.inject(FilesStore).load();
    answerAll('GET', FILES, { items: [file('three')], next_cursor: null });
    await settle();
    first.flush(content('two', 'SELECT 1'));
    await settle();
    expect(answerAll('GET', FILE, content('three', 'SELECT 3'))).toBe(1);
    await settle();
    expect(actions.changes().get(tabId())?.sql).toBe('SELECT 3');
  });

  it('keeps what was typed when confirmed, and may then save it over the other text', async () => {
    tabs.setText(tabId(), 'SELECT 2');
    await changeOnDisk('two', 'SELECT 9');
    actions.keepMine(tabId());
    expect([tabs.active()?.sql, actions.state(), tabs.active()?.file?.etag]).toEqual(['SELECT 2', 'changed', 'two']);
  });

  it('asks nothing when a file was only touched, or already holds what was typed', async () => {
    await changeOnDisk('two', 'SELECT 1');
    expect([actions.changes().size, tabs.active()?.file?.etag]).toEqual([0, 'two']);
    tabs.setText(tabId(), 'SELECT 3');
    await changeOnDisk('three', 'SELECT 3');
    expect([actions.changes().size, actions.state()]).toEqual([0, 'saved']);
  });

  it('shows what somebody else wrote before a save was refused', async () => {
    tabs.setText(tabId(), 'SELECT 2');
    const saving = actions.save();
    requestTo('PUT', FILE).flush(problemDocument('changed-meanwhile', 'r'), { status: 409, statusText: '' });
    await settle();
    requestTo('GET', FILE).flush(content('two', 'SELECT 9'));
    await settle();
    answerAll('GET', FILES, { items: [file('two')], next_cursor: null });
    await settle();
    answerAll('GET', FILE, content('two', 'SELECT 9'));
    await saving;
    expect([actions.changes().get(tabId())?.sql, tabs.active()?.sql]).toEqual(['SELECT 9', 'SELECT 2']);
  });

  it('lets go of a file whose bookmark was removed elsewhere, and keeps the text', async () => {
    void TestBed.inject(FilesStore).load();
    answerAll('GET', FILES, { items: [file('two')], next_cursor: null });
    await settle();
    requestTo('GET', FILE).flush(problemDocument('file-not-found', 'r'), { status: 404, statusText: '' });
    await settle();
    expect([tabs.active()?.file, tabs.active()?.sql]).toEqual([null, 'SELECT 1']);
  });
});
