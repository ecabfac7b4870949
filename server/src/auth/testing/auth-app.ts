import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import request from 'supertest';
import type { Response, Test } from 'supertest';
import type { Actor } from '#libs/access';
import type { ApiTokenInput, Invitation, Me, NewApiToken } from '#libs/api';
import type { PerformedAction } from '#libs/audit';
import type { ProblemDocument } from '#libs/problem';
import { Clock, EventBus } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import type { TestWorkbenchOptions } from '../../platform/testing/test-workbench.js';
import { AuthModule } from '../auth.module.js';
import { CallerIdentification } from '../identify-callers.js';
import { FirstAdministrator } from '../sign-in/first-administrator.js';

export const ADMIN = { email: 'boss@example.org', password: 'correct horse battery' };

/** A workbench of several users that only the tests reach. */
export class AuthApp {
  /** What was done, for the audit to write down. */
  readonly facts: PerformedAction[] = [];
  readonly setUpCode: string | null;

  private constructor(readonly workbench: TestWorkbench) {
    this.workbench.app.get(EventBus).subscribe('action.performed', (fact) => this.facts.push(fact));
    this.setUpCode = this.workbench.app.get(FirstAdministrator).takeCode();
  }

  /** Starts one; `env` is beside `WORKBENCH_MODE=multi`, features beside sign-in. */
  static async start(options: Partial<TestWorkbenchOptions> & { features?: readonly Type[] } = {}): Promise<AuthApp> {
    const env = { WORKBENCH_MODE: 'multi', ...options.env };
    const features = [AuthModule, ...(options.features ?? [])];
    return new AuthApp(await TestWorkbench.start({ ...options, env, features }));
  }

  /** One whose administrator is there already. */
  static async startWithAdmin(options: Partial<TestWorkbenchOptions> = {}): Promise<AuthApp> {
    const env = { WORKBENCH_ADMIN_EMAIL: ADMIN.email, WORKBENCH_ADMIN_PASSWORD: ADMIN.password, ...options.env };
    return AuthApp.start({ ...options, env });
  }

  get origin(): string {
    const { port } = this.workbench.app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Lets time pass, for everything that asks the clock. */
  advance(ms: number): void {
    const clock = this.workbench.app.get(Clock);
    const now = clock.now.bind(clock);
    clock.now = () => now() + ms;
  }

  /** The names of what was done, so far and since the last call, with how it ended. */
  takeFacts(): string[] {
    return this.facts.splice(0).map(({ action, outcome }) => (outcome === 'done' ? action : `${action} ${outcome}`));
  }

  /** A caller without credentials. */
  get anybody(): Caller {
    return new Caller(this.origin, {});
  }

  bearer(token: string): Caller {
    return new Caller(this.origin, { Authorization: `Bearer ${token}` });
  }

  /** Who a request with this API token comes from, as its services get it. */
  async actorOf(token: string): Promise<Actor> {
    return this.workbench.app.get(CallerIdentification).ofToken(token, {} as Request);
  }

  /** Who a request of a browser comes from. */
  async actorIn({ headers }: Caller): Promise<Actor> {
    const request = { method: 'GET', headers: { cookie: headers.Cookie } } as Request;
    const actor = await this.workbench.app.get(CallerIdentification).identify(request);
    if (actor === null) throw new Error('The browser has no cookie.');
    return actor;
  }

  browser(cookie: string): Caller {
    return new Caller(this.origin, { Cookie: cookie, Origin: this.origin });
  }

  /** Signs in with e-mail and password. */
  async signIn(credentials: object = ADMIN): Promise<Caller> {
    return this.browserAfter(await this.anybody.post('/api/auth/login', credentials).expect(200));
  }

  /** The browser that got such an answer. */
  browserAfter(answer: Response): Caller {
    return this.browser(cookieOf(answer));
  }

  /** Invites a person, who accepts. */
  async admit(admin: Caller, email: string, role: 'admin' | 'user' = 'user'): Promise<{ id: string; caller: Caller }> {
    const { user, link } = bodyOf<Invitation>(await admin.post('/api/users', { email, role }).expect(201));
    const acceptance = { code: codeIn(link), name: email, password: `password of ${email}` };
    const answer = await this.anybody.post('/api/auth/accept', acceptance).expect(200);
    return { id: user.id, caller: this.browserAfter(answer) };
  }

  stop(options?: { keepHome: boolean }): Promise<void> {
    return this.workbench.stop(options);
  }
}

/** A caller of the API with their credentials. */
export class Caller {
  constructor(
    private readonly address: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  get(path: string): Test {
    return request(this.address).get(path).set(this.headers);
  }

  post(path: string, body: object = {}): Test {
    return request(this.address).post(path).set(this.headers).send(body);
  }

  put(path: string, body: object): Test {
    return request(this.address).put(path).set(this.headers).send(body);
  }

  delete(path: string): Test {
    return request(this.address).delete(path).set(this.headers);
  }

  /** As `post`, over connections that are kept: for a great many. */
  postMany(path: string, body: object): Promise<{ status: number }> {
    const headers = { ...this.headers, 'Content-Type': 'application/json' };
    return fetch(new URL(path, this.address), { method: 'POST', headers, body: JSON.stringify(body) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return { status: answer.status };
      },
    );
  }

  /** The same with other headers; an empty one is left out. */
  with(headers: Readonly<Record<string, string>>): Caller {
    const all = Object.entries({ ...this.headers, ...headers }).filter(([, value]) => value !== '');
    return new Caller(this.address, Object.fromEntries(all));
  }

  async me(): Promise<Me> {
    return bodyOf<Me>(await this.get('/api/auth/me').expect(200));
  }

  /** Makes an API token. */
  async token(input: Partial<ApiTokenInput> = {}): Promise<NewApiToken> {
    return bodyOf<NewApiToken>(await this.post('/api/profile/tokens', { name: 'script', ...input }).expect(201));
  }
}

/** What an answer says, as what it should be. */
export function bodyOf<T>(answer: { body: T }): T {
  return answer.body;
}

export function problemOf(answer: Response): ProblemDocument {
  return bodyOf<ProblemDocument>(answer);
}

/** The cookie that an answer sets, as the browser sends it back. */
export function cookieOf(answer: Response): string {
  const cookie = (answer.get('Set-Cookie') ?? []).find((one) => !one.startsWith('workbench_affinity='));
  return cookie?.split(';', 1)[0] ?? '';
}

export function codeIn(link: string): string {
  return link.split('#')[1] ?? '';
}
