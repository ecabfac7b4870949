import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { StudioPage } from './studio-page.js';
import { expect, test as base, temporaryHome, Workbench } from './workbench.js';

const CONNECTIONS = 'connections:\n  - { id: duck, name: Duck, kind: duckdb, path: ./a.duckdb, colour: blue }\n';
const MULTI = { WORKBENCH_DEMO: 'off', WORKBENCH_MODE: 'multi' };

export const ADMIN = { email: 'boss@example.org', password: 'the boss has a long one' };
export const ANN = { email: 'ann@example.org', password: 'ann has a long one, too' };

/** A workbench of several people, with one DuckDB; its only user is the one whom `env` names. */
export async function startTeam(env: Readonly<Record<string, string>> = {}): Promise<Workbench> {
  const home = temporaryHome();
  writeFileSync(join(home, 'connections.yaml'), CONNECTIONS);
  const workbench = new Workbench(home, { ...MULTI, ...env });
  await workbench.start();
  return workbench;
}

/** Ends it and takes its state away. */
export async function stopTeam(workbench: Workbench): Promise<void> {
  await workbench.stop();
  rmSync(workbench.home, { recursive: true, force: true });
}

/** Stories of several people, each with a workbench of its own that has an administrator. */
export const test = base.extend<{ team: Workbench; others: Others }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  team: async ({}, use) => {
    const team = await startTeam({ WORKBENCH_ADMIN_EMAIL: ADMIN.email, WORKBENCH_ADMIN_PASSWORD: ADMIN.password });
    await use(team);
    await stopTeam(team);
  },
  others: async ({ browser }, use) => {
    const others = new Others(browser);
    await use(others);
    await others.leave();
  },
  page: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
});

/** Browsers of other people: nothing of theirs is shared. */
export class Others {
  private readonly pages: Page[] = [];

  constructor(private readonly browser: Browser) {}

  async arrive(): Promise<Page> {
    const context = await this.browser.newContext();
    const page = await context.newPage();
    this.pages.push(page);
    return page;
  }

  async leave(): Promise<void> {
    for (const page of this.pages) await page.context().close();
  }
}

/** Signs in at the page that asks for it, and waits until the studio takes keys. */
export async function signIn(page: Page, team: Workbench, { email, password } = ADMIN): Promise<StudioPage> {
  await page.goto(`${team.address}/studio?connection=duck`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  return studioOf(page);
}

/** The studio once it is there. */
export async function studioOf(page: Page): Promise<StudioPage> {
  await expect(page.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first()).toBeAttached({
    timeout: 90_000,
  });
  return new StudioPage(page);
}

/** Goes to a page by the account menu. */
export async function openAccount(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** An administrator's page makes an invitation and reads the link. */
export async function invite(page: Page, email: string): Promise<string> {
  await openAccount(page, 'Users');
  await page.getByRole('button', { name: 'Invite person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const link = await dialog.locator('[data-secret]').textContent();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited');
  return link ?? '';
}

interface Person {
  readonly password: string;
  /** Empty: called by the email address. */
  readonly name?: string;
}

/** Follows the link of an invitation and chooses a password. */
export async function accept(page: Page, link: string, { password, name = '' }: Person = ANN): Promise<StudioPage> {
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  return studioOf(page);
}

export { expect };
