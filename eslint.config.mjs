import eslint from '@eslint/js';
import angular from 'angular-eslint';
import tseslint from 'typescript-eslint';
import { besideOxlint } from './tools/lint/beside-oxlint.mjs';
import { DIALECT_NAMES } from './tools/lint/dialect-names.mjs';
import { LINEAR_PATTERNS } from './tools/lint/linear-patterns.mjs';

const asTypeScriptReadsIt = [
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.angular/',
      '.workbench/',
      'test-results/',
      'playwright-report/',
      '**/fixtures/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: asTypeScriptReadsIt,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nest modules and Angular components are classes whose decorator is their content.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // Nest reads constructor parameter types at run time, so an injected class must be a value import.
    files: ['server/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['client/**/*.ts'],
    extends: [...angular.configs.tsRecommended],
    processor: angular.processInlineTemplates,
    rules: {
      '@angular-eslint/component-selector': [
        'error',
        [
          { type: 'element', prefix: 'dw', style: 'kebab-case' },
          { type: 'attribute', prefix: 'dw', style: 'camelCase' },
        ],
      ],
      '@angular-eslint/directive-selector': ['error', { type: 'attribute', prefix: 'dw', style: 'camelCase' }],
    },
  },
  {
    // Calls are typed by the description of the API, which only the paths of shared/http are taken from.
    files: ['client/src/app/**/*.ts'],
    ignores: ['client/src/app/shared/http/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@angular/common/http',
          importNames: ['HttpClient', 'httpResource'],
          message: 'Call the API with ApiClient of shared/http.',
        },
      ],
    },
  },
  {
    // The setting "Times" holds everywhere: what shows a time asks shared/time.
    files: ['client/**/*.ts'],
    ignores: ['client/src/app/shared/time/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TemplateElement[value.raw=/^\\u002fapi\\u002f/]',
          message: 'Build addresses of the API with apiUrl of shared/http.',
        },
        ...[
          'MemberExpression[property.name=/^(toLocaleTimeString|toLocaleDateString|toDateString|toTimeString)$/]',
          'MemberExpression[object.name="Intl"][property.name="DateTimeFormat"]',
          'CallExpression[callee.property.name="toLocaleString"][callee.object.type="NewExpression"]',
          'CallExpression[callee.property.name="toLocaleString"] Property[key.name=/^(dateStyle|timeStyle|hour|day)$/]',
        ].map((selector) => ({ selector, message: 'Show times with the functions of shared/time.' })),
        ...[
          'CallExpression[callee.property.name=/^to(Lower|Upper)Case$/] > MemberExpression > MemberExpression[property.name="key"][object.name=/event/i]',
          'BinaryExpression[left.property.name="key"][left.object.name=/event/i][right.value=/^[a-z]$/i]',
          'BinaryExpression[left.property.name="code"][right.value=/^Key[A-Z]$/]',
        ].map((selector) => ({ selector, message: 'Ask commandKey of shared/keys, which knows other keyboards.' })),
        // Over plain HTTP, except to this machine, browsers do not have them.
        ...[
          'MemberExpression[object.name="crypto"][property.name=/^(randomUUID|subtle)$/]',
          'MemberExpression[object.name="navigator"][property.name=/^(clipboard|credentials|locks|serviceWorker|storage|wakeLock)$/]',
        ].map((selector) => ({
          selector,
          message: 'Use newId of shared/ids, or look whether the browser has it: (navigator as Partial<Navigator>).',
        })),
      ],
    },
  },
  {
    // Where a browser keeps nothing for pages, even to name its storage throws.
    files: ['client/src/app/**/*.ts'],
    ignores: ['client/src/app/shared/storage/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'Use readItem and writeItem of shared/storage.',
        })),
      ],
    },
  },
  LINEAR_PATTERNS,
  DIALECT_NAMES,
  {
    files: ['client/**/*.html'],
    extends: [...angular.configs.templateRecommended, ...angular.configs.templateAccessibility],
    rules: {
      // An IconButton has its icon and its name in its own template.
      '@angular-eslint/template/elements-content': ['error', { allowList: ['dwIconButton'] }],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [eslint.configs.recommended],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        WebSocket: 'readonly',
      },
    },
  },
  ...besideOxlint(),
);
