import { availableParallelism } from 'node:os';

/** Tests that end sessions must not share the server of TEST_POSTGRES_URL: one worker then. */
const maxWorkers = process.env.TEST_POSTGRES_URL ? 1 : Math.min(availableParallelism(), 4);

/** Node itself loads the modules, once for all files of a worker. */
const native = {
  runtime: '<rootDir>/tools/jest/native/native-runtime.mjs',
  testEnvironment: '<rootDir>/tools/jest/native/native-environment.mjs',
  transform: {},
  injectGlobals: false,
};

/** One Jest, four projects: what needs a database says so in its file name. */
const server = {
  rootDir: import.meta.dirname,
  moduleNameMapper: {
    '^#libs/(.*)$': '<rootDir>/libs/$1/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/', '<rootDir>/client/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

const postgres = {
  ...native,
  globalSetup: '<rootDir>/tools/jest/start-postgres.mjs',
  globalTeardown: '<rootDir>/tools/jest/stop-postgres.mjs',
  setupFiles: ['<rootDir>/tools/jest/choose-postgres.mjs'],
};

export default {
  testTimeout: 240_000,
  maxWorkers,
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // Modules of ended files stay in a worker's memory until it is started anew.
  workerIdleMemoryLimit: '1.5GB',
  projects: [
    {
      ...server,
      ...native,
      displayName: 'unit',
      globalSetup: '<rootDir>/tools/jest/prepare.mjs',
      globalTeardown: '<rootDir>/tools/jest/clean-up.mjs',
      testMatch: ['<rootDir>/{server,libs,tools}/**/*.spec.ts'],
      testPathIgnorePatterns: [...server.testPathIgnorePatterns, '\\.(db|soak)\\.spec\\.ts$'],
    },
    { ...server, ...postgres, displayName: 'db', testMatch: ['<rootDir>/{server,libs,tools}/**/*.db.spec.ts'] },
    { ...server, ...postgres, displayName: 'soak', testMatch: ['<rootDir>/{server,libs,tools}/**/*.soak.spec.ts'] },
    '<rootDir>/client/jest.config.mjs',
  ],
};
