import { violations, violationsInThemes } from './axe.js';
import { fill, press, takeFromMenu } from './keys.js';
import {
  accept,
  ADMIN,
  ANN,
  expect,
  invite,
  openAccount,
  signIn,
  startTeam,
  stopTeam,
  studioOf,
  test,
} from './team.js';

test('the first one sets the workbench up with the printed code', async ({ page }) => {
  const team = await startTeam();
  await page.goto(`${team.address}/studio`);
  await expect(page).toHaveURL(/\/set-up/);
  await page.getByLabel('Set-up code').fill('WRONG-CODE-0000');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Name').fill('The Boss');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('must have at least 8 characters')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('not the one printed');
  await page.getByLabel('Set-up code').fill(team.setUpCode);
  await page.keyboard.press('Enter');
  await studioOf(page);
  await expect(page.getByRole('button', { name: 'Account: The Boss' })).toBeVisible();
  await openAccount(page, 'Sign out');
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(`${team.address}/set-up`);
  await expect(page).toHaveURL(/\/sign-in/);
  await stopTeam(team);
});

test('a person is invited, sees only what is theirs, and uses a token until it is revoked', async ({
  page,
  team,
  others,
}) => {
  const boss = await signIn(page, team);
  await boss.run("SELECT 'of the boss' AS note");
  await expect(boss.cell(0, 0)).toHaveText('of the boss');
  await expect(page.locator('dw-history-section')).toContainText('of the boss');
  const link = await invite(page, ANN.email);

  const hers = await others.arrive();
  const ann = await accept(hers, link);
  await expect(hers.locator('dw-history-section')).toContainText('Queries you run appear here');
  await expect(hers.getByRole('tablist', { name: 'Queries' }).getByRole('tab')).toHaveCount(1);
  await expect(hers.getByRole('button', { name: 'Add connection' })).toHaveCount(0);
  await ann.run("SELECT 'of Ann' AS note");
  await expect(ann.cell(0, 0)).toHaveText('of Ann');
  await expect(hers.locator('dw-history-section')).not.toContainText('of the boss');
  await hers.goto(`${team.address}/users`);
  await expect(hers.getByText('Page not found')).toBeVisible();

  await openAccount(hers, 'Profile');
  await hers.getByRole('button', { name: 'Create token' }).click();
  const dialog = hers.getByRole('dialog');
  await dialog.getByLabel('Name').fill('nightly report');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.locator('[data-secret]').textContent();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const call = () => fetch(`${team.address}/api/studio/history`, { headers: { Authorization: `Bearer ${token}` } });
  const answer = await call();
  expect(answer.status).toBe(200);
  expect(JSON.stringify(await answer.json())).toContain('of Ann');
  await hers.getByRole('button', { name: 'Actions for nightly report' }).click();
  await hers.getByRole('menuitem', { name: 'Revoke' }).click();
  await hers.getByRole('button', { name: 'Revoke token' }).click();
  await expect(hers.getByRole('row').filter({ hasText: 'nightly report' })).toContainText('Revoked');
  expect((await call()).status).toBe(401);

  await openAccount(page, 'Audit');
  await expect(page.getByRole('row').filter({ hasText: 'token.revoke' })).toContainText(ANN.email);
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await expect(page.getByText('none changed')).toBeVisible();
});

test('a person signs in, invites, makes administrators, disables and signs out by the keyboard alone', async ({
  page,
  team,
}) => {
  await page.goto(`${team.address}/users`);
  expect(await violationsInThemes(page)).toEqual([]);
  await fill(page.getByLabel('Email'), ADMIN.email);
  await fill(page.getByLabel('Password', { exact: true }), ADMIN.password);
  await page.keyboard.press('Enter');
  await press(page.getByRole('button', { name: 'Invite person' }), 'Enter');
  const dialog = page.getByRole('dialog');
  await fill(dialog.getByLabel('Email'), ANN.email);
  expect(await violationsInThemes(page)).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Create invitation' }), 'Enter');
  await press(dialog.getByRole('button', { name: 'I have copied it' }), 'Enter');
  const row = page.getByRole('row').filter({ hasText: ANN.email });
  await expect(row).toContainText('Invited');
  const menu = page.getByRole('button', { name: `Actions for ${ANN.email}` });
  await press(menu, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Make administrator' })).toBeFocused();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Administrator');
  await press(menu, 'Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Disable user' }), 'Enter');
  await expect(row).toContainText('Disabled');
  await takeFromMenu(page.getByRole('button', { name: /^Account/ }), page.getByRole('menuitem', { name: 'Sign out' }));
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a sign-in that ends while somebody types loses nothing', async ({ page, team, others }) => {
  const studio = await signIn(page, team);
  await studio.run("SELECT 'before' AS note");
  await expect(studio.cell(0, 0)).toHaveText('before');
  const elsewhere = await others.arrive();
  await signIn(elsewhere, team);

  await studio.type("SELECT 'typed before the end' AS note");
  await openAccount(elsewhere, 'Profile');
  await elsewhere.getByRole('button', { name: 'Sign out all others' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Email')).toHaveValue(ADMIN.email);
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(studio.cell(0, 0)).toHaveText('before');
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toHaveText('typed before the end');
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/api/studio/tabs')).text()))
    .toContain('typed before the end');
});

test('the tabs of a browser sign out and in together', async ({ page, team }) => {
  await signIn(page, team);
  const second = await page.context().newPage();
  await second.goto(`${team.address}/profile`);
  await openAccount(second, 'Sign out');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await signIn(second, team);
  await expect(dialog).toHaveCount(0);
  const studio = await studioOf(page);
  await studio.run("SELECT 'on again' AS note");
  await expect(studio.cell(0, 0)).toHaveText('on again');
});

test('another person who signs in over a page gets a page of their own', async ({ page, team, others }) => {
  await signIn(page, team);
  const hers = await others.arrive();
  await accept(hers, await invite(page, ANN.email));
  await page.goto(`${team.address}/studio?connection=duck`);
  const studio = await studioOf(page);
  await studio.type("SELECT 'secret of the boss'");
  // Kept here and on the server before the sign-in ends.
  const kept = () => page.evaluate(async () => (await fetch('/api/studio/tabs')).text());
  await expect.poll(kept).toContain('secret of the boss');
  await page.evaluate(async () => fetch('/api/auth/logout', { method: 'POST' }));
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Email').fill(ANN.email);
  await dialog.getByLabel('Password', { exact: true }).fill(ANN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Account: ${ANN.email}` })).toBeVisible();
  await studioOf(page);
  await expect(page.locator('.view-lines').first()).not.toContainText('secret');
  expect(await kept()).not.toContain('secret of the boss');
});

test('a disabled person is asked to sign in and cannot', async ({ page, team, others }) => {
  await signIn(page, team);
  const hers = await others.arrive();
  await accept(hers, await invite(page, ANN.email));
  await page.reload();
  await page.getByRole('button', { name: `Actions for ${ANN.email}` }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable user' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(ANN.password);
  await hers.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Wrong email address or password.');

  await page.getByRole('button', { name: `Actions for ${ADMIN.email}` }).click();
  await page.getByRole('menuitem', { name: 'Make user' }).click();
  await expect(page.getByText('Make another user an administrator first.', { exact: true })).toBeVisible();
});

test('a connection that is closed to a person goes from their page', async ({ page, team, others }) => {
  await signIn(page, team);
  const hers = await others.arrive();
  const ann = await accept(hers, await invite(page, ANN.email));
  await expect(ann.connection('Duck')).toBeVisible();
  await page.goto(`${team.address}/studio?connection=duck`);
  await page.getByRole('button', { name: 'Actions for Duck' }).click();
  await page.getByRole('menuitem', { name: 'Manage access' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove access of Everyone' }).click();
  await expect(dialog).toContainText('Only administrators.');
  await dialog.getByRole('button', { name: 'Save access' }).click();
  await expect(hers.getByText('Ask an administrator for access to a connection.')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`everybody can use the pages of people in the ${colorScheme} theme`, async ({ page, team }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${team.address}/`);
    await expect(page.getByRole('heading', { name: 'Sign in to Data Workbench' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${team.address}/welcome#code`);
    await expect(page.getByRole('button', { name: 'Set password and sign in' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await signIn(page, team);
    for (const [item, sign] of [
      ['Profile', 'This browser'],
      ['Users', 'Active'],
      ['Audit', 'auth.sign_in'],
    ] as const) {
      await openAccount(page, item);
      await expect(page.getByRole('cell', { name: sign }).first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    await openAccount(page, 'Profile');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test('a link into the studio asks after sign-in, and runs once', async ({ page, team }) => {
  await page.goto(`${team.address}/studio?connection=duck&sql=SELECT+41+%2B+1+AS+answer&title=Linked`);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  const studio = await studioOf(page);
  const question = page.getByRole('dialog', { name: 'Run SQL from this link?' });
  await expect(question).toContainText('SELECT 41 + 1 AS answer');
  await expect(page).toHaveURL(`${team.address}/studio?connection=duck`);
  await question.getByRole('button', { name: 'Run on Duck' }).click();
  await expect(studio.cell(0, 0)).toHaveText('42');
  await expect(page.getByRole('tab', { selected: true })).toContainText('Linked');
});
