import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    '**/dist',
    'release',
    'coverage',
    'models',
    'test/fixtures',
    'renderer/public',
    'playwright-report',
    'test-results',
  ]),
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      // A new member of a union must be thought of wherever the union is taken apart.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Numbers read well in a template; the rule is kept for objects, null and undefined.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `while (true)` is how a pump of an async pipeline is written.
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // `case 'ping': return this.pong();` in a function without a value; `void (open && send(x))`.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Types here are interfaces: what fits one is one.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true, allowThrowingAny: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Signal processing indexes typed arrays whose bounds it has just computed; `!` says so where a check would cost.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Text is taken apart by code points on purpose: phones, marks, digits.
      '@typescript-eslint/no-misused-spread': 'off',
      // A stage may be async because its interface is.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // Programs that talk to a person on the terminal.
    files: [
      'scripts/**',
      'main/cli.ts',
      'main/cli/**',
      'main/headless.ts',
      'engine/**/{cli,build-*}.ts',
      'test/{bench,quality}/**',
      'test/e2e/support/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // A component's type is that of its JSX.
    files: ['**/*.tsx'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  {
    // JavaScript says its types in JSDoc, whose casts the compiler sees and these rules do not.
    files: ['**/*.{js,mjs}'],
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
);
