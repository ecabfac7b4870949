import presets from 'jest-preset-angular/presets/index.js';

const preset = presets.createEsmPreset({ tsconfig: '<rootDir>/tsconfig.spec.json' });

/** Components and stores of the client, in a simulated page. */
export default {
  ...preset,
  displayName: 'client',
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/set-up.ts'],
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '^#libs/(.*)$': '<rootDir>/../libs/$1/index.ts',
    // The relative imports of libs, and only those, end in .js.
    '^((?:\\.{1,2}/)+(?!.*node_modules)[a-z-/]+)\\.js$': '$1',
  },
};
