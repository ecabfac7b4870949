import { defineConfig } from '@playwright/test';

/** The shell has the same pages without the browser's windows: a fifth less processor time for a story. */
const { HEADLESS_SHELL_PATH, CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;

/** Chromium comes from the machine; it is kept from calling home, and as root it has no sandbox. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of a workbench share a process, so that the next story finds the client compiled.
  '--process-per-site',
];

/** Stories that do without the demo that the stories of a worker share. Between two others they would end it, and it takes long to make. */
const WITHOUT_DEMO =
  /\/(auth|changes-approved|changes-of-people|first-minute|large-results|people-in-one-browser|schema-watch|scheduler-of-people)\.e2e\.ts$/;

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'demo', testMatch: '**/*.e2e.ts', testIgnore: WITHOUT_DEMO },
    { name: 'own', testMatch: WITHOUT_DEMO },
  ],
  outputDir: '../test-results',
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Patience for a busy machine: checks and database tests run beside the stories.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    // Recording costs a fifth of the processor time: what fails is recorded when it is looked at again.
    trace: 'off',
    launchOptions: { executablePath: HEADLESS_SHELL_PATH ?? CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
});
