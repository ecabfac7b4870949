import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { KINDS } from '../../../../testing/connection-kinds';
import { listOf, filesSample, postgresSample } from '../../../../testing/connection-samples';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { dialogText, words } from '../../../../testing/part';
import { DIALOG_HEADING_ID } from '../../ui/dialog/dialog-heading-id';
import { ConnectionDialog } from './connection-dialog';

const TEST = '/api/connections/test';

describe('the dialog of a connection', () => {
  let fixture: ComponentFixture<ConnectionDialog>;
  let closedWith: (Connection | undefined)[];

  async function open(connection: Connection | null = null): Promise<void> {
    closedWith = [];
    const reference = { close: (result?: Connection) => closedWith.push(result) };
    TestBed.configureTestingModule({
      providers: [
        ...providePage(),
        { provide: DIALOG_DATA, useValue: { connection, kinds: KINDS } },
        { provide: DialogRef, useValue: reference },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      ],
    });
    fixture = TestBed.createComponent(ConnectionDialog);
    document.body.append(fixture.nativeElement as HTMLElement);
    await fixture.whenStable();
  }

  const page = (): HTMLElement => fixture.nativeElement as HTMLElement;

  function control(label: string): HTMLInputElement {
    const found = [...page().querySelectorAll('label')].find(({ textContent }) => textContent.trim().startsWith(label));
    const id = found?.getAttribute('for') ?? '';
    const element = page().querySelector<HTMLInputElement>(`#${id}`);
    if (!element) throw new Error(`No control has the label ${label}`);
    return element;
  }

  async function type(label: string, value: string): Promise<void> {
    const element = control(label);
    element.value = value;
    element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    await fixture.whenStable();
  }

  async function leave(label: string): Promise<void> {
    control(label).dispatchEvent(new Event('blur'));
    await fixture.whenStable();
  }

  async function press(words: string): Promise<void> {
    const button = [...page().querySelectorAll('button')].find(({ textContent }) =>
      textContent.trim().startsWith(words),
    );
    if (!button) throw new Error(`No button says ${words}`);
    button.click();
    await settle();
    await fixture.whenStable();
  }

  async function answered(): Promise<void> {
    await settle();
    await fixture.whenStable();
  }

  const answerSessions = (...items: object[]): number =>
    answerAll('GET', '/api/studio/sessions', { items, next_cursor: null });

  /** Saves a change that ends sessions, where none has a transaction. */
  async function saveEnding(): Promise<void> {
    await press('Save connection');
    expect(answerSessions()).toBe(1);
    await answered();
  }

  async function fill(): Promise<void> {
    for (const [label, value] of [
      ['Name', 'Shop'],
      ['Host', 'db.example'],
      ['Database', 'shop'],
      ['User', 'app'],
      ['Password', 's3cret'],
    ] as const) {
      await type(label, value);
    }
  }

  const errors = (): string[] => [...page().querySelectorAll('.error')].map(({ textContent }) => textContent.trim());

  beforeEach(() => {
    // The browser of unit tests has no layout.
    Element.prototype.scrollIntoView = () => undefined;
    TestBed.resetTestingModule();
  });

  afterEach(() => {
    page().remove();
  });

  it('shows an error when its field is left, tied to the field, and not before', async () => {
    await open();
    await type('Port', '54322x');
    expect(errors()).toEqual([]);
    await leave('Port');
    expect(errors()).toEqual(['Enter a port from 1 to 65535.']);
    const described = control('Port').getAttribute('aria-describedby') ?? '';
    expect(control('Port').getAttribute('aria-invalid')).toBe('true');
    expect(page().querySelector(`#${described}`)?.textContent).toContain('Enter a port');
    await type('Port', '5432');
    expect(errors()).toEqual([]);
  });

  it('shows every error on sending, sends nothing and goes to the first wrong field', async () => {
    await open();
    await press('Add connection');
    expect(errors()).toHaveLength(4);
    expect(document.activeElement).toBe(control('Name'));
    expect(answerAll('POST', '/api/connections', {})).toBe(0);
  });

  it('gives a new connection the id that is typed, and tests without it', async () => {
    await open();
    await fill();
    await type('ID', 'the shop');
    await press('Add connection');
    expect(errors()).toEqual(['Use up to 64 letters, digits, - and _.']);
    await type('ID', 'shop');
    await press('Test connection');
    expect(requestTo('POST', TEST).request.body).not.toHaveProperty('id');
    await press('Add connection');
    expect(requestTo('POST', '/api/connections').request.body).toMatchObject({ id: 'shop', name: 'Shop' });
  });

  it('asks for no id of a connection that has one', async () => {
    await open(postgresSample());
    expect([...page().querySelectorAll('label')].map(({ textContent }) => textContent.trim())).not.toContain('ID');
  });

  it('tests the settings as they are typed, without storing them', async () => {
    await open();
    await fill();
    await press('Test connection');
    const request = requestTo('POST', TEST);
    expect(request.request.body).toMatchObject({
      name: 'Shop',
      host: 'db.example',
      port: 5432,
      password: 's3cret',
      ssl: 'disable',
    });
    expect(page().textContent).toContain('Testing');
    request.flush({ ok: true, latency_ms: 9.2, server: { product: 'PostgreSQL', version: '15.18' }, error: null });
    await answered();
    expect(page().querySelector('[role=status]')?.textContent).toContain('Connected in 9 ms, PostgreSQL 15.18');
    expect(closedWith).toEqual([]);
  });

  it('warns of what the role can do beyond reading', async () => {
    await open();
    await fill();
    await press('Test connection');
    const details = ['Role app can run programs on the database server.', 'Role app can create and change roles.'];
    const role_risks = [
      { code: 'execute_programs', detail: details[0] },
      { code: 'manage_roles', detail: details[1] },
    ];
    const server = { product: 'PostgreSQL', version: '15.18', role_risks };
    requestTo('POST', TEST).flush({ ok: true, latency_ms: 9.2, server, error: null });
    await answered();
    const notes = [...page().querySelectorAll('[role=status] .dw-note.dw-warn')];
    expect(notes.map((note) => note.textContent.trim())).toEqual(details);
  });

  it('shows what to know of the way to the server', async () => {
    await open();
    await fill();
    await press('Test connection');
    const notice = 'This connection goes through a pooler.';
    const server = { product: 'PostgreSQL', version: '15.18', role_risks: [], notices: [notice] };
    requestTo('POST', TEST).flush({ ok: true, latency_ms: 9.2, server, error: null });
    await answered();
    expect(page().querySelector('[role=status] .dw-note.dw-warn')?.textContent.trim()).toBe(notice);
  });

  it('shows the words of a test that failed, and forgets them when something is typed', async () => {
    await open();
    await fill();
    await press('Test connection');
    const error = { code: 'connection-refused-login', message: 'password authentication failed for user "app"' };
    requestTo('POST', TEST).flush({ ok: false, latency_ms: 3, server: null, error });
    await answered();
    expect(page().querySelector('.dw-note.dw-danger')?.textContent).toContain(
      'password authentication failed for user "app"',
    );
    await type('Password', 'other');
    expect(page().querySelector('.dw-note.dw-danger')).toBeNull();
  });

  async function paste(label: string, text: string): Promise<boolean> {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
    control(label).dispatchEvent(event);
    await fixture.whenStable();
    return event.defaultPrevented;
  }
  const values = (): Record<string, string> =>
    Object.fromEntries(
      ['Host', 'Port', 'Database', 'User', 'Password', 'SSL'].map((label) => [label, control(label).value]),
    );
  const URL_TEXT = 'postgres://ann:s3cret@db.example:6432/shop?sslmode=require&connect_timeout=5';
  const FILLED = {
    Host: 'db.example',
    Port: '6432',
    Database: 'shop',
    User: 'ann',
    Password: 's3cret',
    SSL: 'require',
  };

  it.each(['Name', 'Host', 'Database', 'User', 'Password'])(
    'takes a URL apart that is pasted into %s, and never shows its password',
    async (label) => {
      await open();
      page().querySelector<HTMLElement>('.eye')?.click();
      expect(await paste(label, URL_TEXT)).toBe(true);
      expect(values()).toEqual(FILLED);
      expect(control('Password').type).toBe('password');
      expect(page().textContent).toContain('Filled in from the URL. Not taken over: connect_timeout.');
      expect(page().innerHTML).not.toContain('s3cret');
    },
  );

  it('takes a typed URL apart when its field is left, or when the form is sent first', async () => {
    await open();
    await type('Host', URL_TEXT);
    await leave('Host');
    expect(values()).toEqual(FILLED);
    await type('User', 'postgres://bob:other@db.example/shop');
    await press('Test connection');
    expect(values()).toMatchObject({ Host: 'db.example', User: 'bob', Password: 'other' });
    expect(answerAll('POST', TEST, {})).toBe(0);
  });

  it('drops a URL that it cannot take over, and says why', async () => {
    await open();
    expect(await paste('Host', 'postgres://ann:s3cret@::1/shop')).toBe(true);
    expect(control('Host').value).toBe('');
    expect(page().querySelector('.dw-note.dw-danger')?.textContent).toContain('could not be read');
    await type('Name', 'postgres://ann:s3/cret@a.example/shop');
    await leave('Name');
    expect(control('Name').value).toBe('');
    expect(page().textContent).toContain('percent-encoded');
  });

  it('shows the key of an SSH server before it saves, and takes it when it is trusted', async () => {
    await open();
    await fill();
    for (const [label, value] of [
      ['Tunnel', 'password'],
      ['SSH host', 'bastion'],
      ['SSH user', 'ann'],
      ['SSH password', 'let me in'],
    ] as const) {
      await type(label, value);
    }
    await press('Add connection');
    const error = {
      code: 'ssh-host-key-unknown',
      message: 'bastion has the key SHA256:abc',
      ssh_host_key: 'SHA256:abc',
    };
    const sent = requestTo('POST', TEST);
    expect(sent.request.body).toMatchObject({ ssh: 'password', ssh_password: 'let me in', ssh_host_key: null });
    sent.flush({ ok: false, latency_ms: 2, server: null, error });
    await answered();
    await press('Trust this key');
    expect(control('Host key').value).toBe('SHA256:abc');
    expect(requestTo('POST', TEST).request.body).toMatchObject({ ssh_host_key: 'SHA256:abc' });
    await press('Add connection');
    expect(requestTo('POST', '/api/connections').request.body).toMatchObject({ ssh_host_key: 'SHA256:abc' });
  });

  it('offers no click to trust a key that has changed', async () => {
    await open();
    await fill();
    await press('Test connection');
    const error = { code: 'ssh-host-key-changed', message: 'another key', ssh_host_key: 'SHA256:other' };
    requestTo('POST', TEST).flush({ ok: false, latency_ms: 2, server: null, error });
    await answered();
    expect(page().textContent).toContain('another key');
    expect(page().textContent).not.toContain('Trust this key');
  });

  it('takes certificates and the service of a URL over into their sections', async () => {
    await open();
    await paste('Host', 'postgres://ann@db.example/shop?sslmode=verify-ca&sslrootcert=/etc/ca.pem&service=shop');
    expect([control('SSL').value, control('Root certificate').value]).toEqual(['verify-ca', '/etc/ca.pem']);
    expect(control('Service').value).toBe('shop');
    const sections = [...page().querySelectorAll('details')].filter((one) => one.open).map((one) => one.innerText);
    expect(sections).toHaveLength(2);
  });

  it('removes a stored key that is no longer needed', async () => {
    await open(postgresSample({ ssl_key_set: true }));
    expect(page().textContent).toContain('Leave empty to keep the current one.');
    const box = [...page().querySelectorAll('label')].find((one) => one.textContent.includes('Remove: Client key'));
    box?.querySelector('input')?.click();
    await answered();
    await saveEnding();
    expect(requestTo('PUT', '/api/connections/shop').request.body).toMatchObject({ ssl_key: null });
  });

  it('lets any other text be pasted', async () => {
    await open();
    expect(await paste('Host', 'db.example')).toBe(false);
  });

  it('turns a new DuckDB connection into a Postgres one for a URL', async () => {
    await open();
    await type('Kind', 'duckdb');
    await paste('Path', URL_TEXT);
    expect(values()).toEqual(FILLED);
  });

  it('does not test what is not filled in', async () => {
    await open();
    await press('Test connection');
    expect(errors()).toHaveLength(4);
    expect(answerAll('POST', TEST, {})).toBe(0);
  });

  it('stops a test, and takes no notice of its answer', async () => {
    await open();
    await fill();
    await press('Test connection');
    const request = requestTo('POST', TEST);
    await press('Stop');
    expect(request.cancelled).toBe(true);
    expect(page().textContent).toContain('Test connection');
  });

  it('adds the connection and closes with what was stored', async () => {
    await open();
    await fill();
    await press('Add connection');
    const stored = postgresSample({ name: 'Shop' });
    requestTo('POST', '/api/connections').flush(stored);
    await answered();
    answerAll('GET', '/api/connections', listOf([stored]));
    await answered();
    expect(closedWith).toEqual([stored]);
  });

  it('puts what the server refuses at the fields it names and stays open', async () => {
    await open();
    await fill();
    await press('Add connection');
    const mistakes = [
      { pointer: '/pool/max', detail: 'max must be at most 3' },
      { pointer: '/host', detail: 'host must be printable' },
    ];
    const body = problemDocument('validation-failed', 'req-1', undefined, mistakes);
    requestTo('POST', '/api/connections').flush(body, { status: 400, statusText: '' });
    await answered();
    expect(errors()).toEqual(['Host must be printable.', 'Max must be at most 3.']);
    expect(document.activeElement).toBe(control('Host'));
    expect(closedWith).toEqual([]);
    await type('Host', 'other.example');
    expect(errors()).toEqual(['Max must be at most 3.']);
  });

  it('shows a refusal that is about no field above the buttons', async () => {
    await open();
    await fill();
    await press('Add connection');
    const body = problemDocument('configuration-changed', 'req-1', 'The configuration file has a mistake in line 4.');
    requestTo('POST', '/api/connections').flush(body, { status: 409, statusText: '' });
    await answered();
    expect(page().querySelector('[role=status]')?.textContent).toContain(
      'The configuration file has a mistake in line 4.',
    );
  });

  it('edits without ever showing the password, and keeps it when the field stays empty', async () => {
    await open(postgresSample());
    expect(control('Password').value).toBe('');
    expect(page().textContent).toContain('Leave empty to keep the current one.');
    await type('Name', 'Shop reporting');
    await press('Save connection');
    const request = requestTo('PUT', '/api/connections/shop');
    expect(request.request.body).toEqual({ id: 'shop', kind: 'postgres', name: 'Shop reporting' });
  });

  it('says where saving ends sessions, and asks where that rolls back open transactions', async () => {
    await open(postgresSample());
    await type('Name', 'Shop 2');
    expect(page().textContent).not.toContain('Saving ends the open sessions');
    await type('Statement timeout', '7');
    expect(page().textContent).toContain('Saving ends the open sessions on this connection.');
    const [open1, idle] = [{ transaction: 'open' }, { transaction: 'none' }].map((one) => ({
      ...one,
      connection_id: 'shop',
    }));
    for (const action of ['Cancel', 'Roll back and save']) {
      await press('Save connection');
      answerSessions({ ...open1, connection_id: 'lake' }, open1 ?? {}, { ...open1, transaction: 'failed' }, idle ?? {});
      await answered();
      expect(dialogText()).toContain('2 open transactions on this connection will be rolled back.');
      expect(answerAll('PUT', '/api/connections/shop', postgresSample())).toBe(0);
      const buttons = [...document.querySelectorAll<HTMLElement>('dw-confirm-dialog button')];
      buttons.find((button) => words(button) === action)?.click();
      await answered();
    }
    expect(requestTo('PUT', '/api/connections/shop').request.body).toMatchObject({ statement_timeout_ms: 7000 });
  });

  it.each([
    ['Name', 'Shop 2', 0],
    ['Statement timeout', '7', 1],
  ])('saves a new %s unasked where no transaction is open', async (label, value, asked) => {
    await open(postgresSample());
    await type(label, value);
    await press('Save connection');
    expect(answerSessions()).toBe(asked);
    await answered();
    expect(requestTo('PUT', '/api/connections/shop').request.body).toMatchObject({ id: 'shop' });
  });

  it('asks for the password again where the stored one would go somewhere else', async () => {
    await open(postgresSample());
    const help = () =>
      page().textContent.includes('Enter the password again. The stored one is only used for the server');
    expect(help()).toBe(false);
    await type('Host', 'other.example');
    expect(help()).toBe(true);
    await saveEnding();
    const errors = [{ pointer: '/password', detail: 'type the password again' }];
    const refusal = problemDocument('secret-needed', 'req-1', undefined, errors);
    requestTo('PUT', '/api/connections/shop').flush(refusal, { status: 422, statusText: 'Unprocessable' });
    await answered();
    expect(page().querySelector('.error')?.textContent.trim()).toBe('Type the password again.');
    expect(document.activeElement).toBe(control('Password'));
    expect(closedWith).toEqual([]);
  });

  it('removes the stored password when that is asked for', async () => {
    await open(postgresSample());
    page().querySelector<HTMLInputElement>('.dw-check input')?.click();
    await fixture.whenStable();
    expect(control('Password').disabled).toBe(true);
    await saveEnding();
    expect(requestTo('PUT', '/api/connections/shop').request.body).toMatchObject({ password: null });
  });

  it('lends the stored password to a test of an edited connection by its id', async () => {
    await open(postgresSample());
    await press('Test connection');
    expect(requestTo('POST', TEST).request.body).toMatchObject({ id: 'shop' });
  });

  it('does not let the kind of a stored connection change', async () => {
    await open(postgresSample());
    expect(control('Kind').disabled).toBe(true);
  });

  it('asks for a path in place of a server when the kind is DuckDB', async () => {
    await open();
    await type('Kind', 'duckdb');
    const labels = [...page().querySelectorAll('label')].map(({ textContent }) => textContent.trim());
    expect(labels).toContain('Path');
    expect(labels).not.toContain('Host');
    await type('Name', 'Lake');
    await type('Path', './lake.duckdb');
    await press('Add connection');
    expect(requestTo('POST', '/api/connections').request.body).toEqual({
      name: 'Lake',
      kind: 'duckdb',
      colour: null,
      folder: null,
      read_only: false,
      statement_timeout_ms: 0,
      writes: 'direct',
      auto_commit: true,
      confirm_destructive: true,
      path: './lake.duckdb',
    });
  });

  it('offers the encodings of text files for a folder and leaves its other settings alone', async () => {
    await open(filesSample({ encoding: 'windows-1250', date_format: '%d.%m.%Y' }));
    expect(control('Encoding').value).toBe('windows-1250');
    await type('Encoding', 'latin-1');
    await saveEnding();
    expect(requestTo('PUT', '/api/connections/drop').request.body).toEqual({
      ...{ id: 'drop', kind: 'files', encoding: 'latin-1' },
    });
  });

  it('takes a preset colour from the swatches and any other as #rrggbb', async () => {
    await open();
    page().querySelector<HTMLElement>('[role=radio][aria-label=Violet]')?.click();
    await fixture.whenStable();
    expect(page().querySelector('[role=radio][aria-checked=true]')?.getAttribute('aria-label')).toBe('Violet');
    await type('Custom colour', '#7C3AED');
    await fill();
    await press('Add connection');
    expect(requestTo('POST', '/api/connections').request.body).toMatchObject({ colour: '#7c3aed' });
  });
});
