import js from '@eslint/js';
import ts from 'typescript-eslint';

const NODE_GLOBALS = Object.fromEntries(
  [
    'AbortController',
    'Buffer',
    'ReadableStream',
    'Request',
    'Response',
    'TextDecoder',
    'TextEncoder',
    'console',
    'clearInterval',
    'clearTimeout',
    'fetch',
    'performance',
    'process',
    'setImmediate',
    'setInterval',
    'setTimeout',
    'structuredClone',
    'URL',
  ].map((name) => [name, 'readonly']),
);

export default ts.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      'generated/*/',
      'schema/',
      'test/golden/*/',
      'test/fixtures/',
      'coverage/',
      'official/',
      'quickstart/',
      'reference/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  {
    // One program for all: a service would check what the packages have in common once for each of them.
    languageOptions: { parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // A property that is named beside `...rest` is left out of the rest.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // There are no enums, and these rules ask for the types of every expression.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['runtime/src/**/*.ts', 'sdk/src/**/*.ts', 'auth/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'TSInterfaceDeclaration[id.name=/(Options|Limit)$/] TSPropertySignature[optional=true]:matches(:not([typeAnnotation.typeAnnotation.type="TSUnionType"]), :not(:has(TSUndefinedKeyword)))',
          message: 'An option of a user with exactOptionalPropertyTypes may be undefined, too: add `| undefined`.',
        },
      ],
    },
  },
  {
    // Text of the other side reaches a terminal or a log through `logger.ts` and the runtime's reports alone, which clean it.
    files: ['sdk/src/**/*.ts', 'auth/src/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        ...['stdout', 'stderr'].map((property) => ({
          object: 'process',
          property,
          message: 'Use writeLog of logger.ts, or reportToStderr: they clean text of the other side.',
        })),
      ],
    },
  },
  {
    files: ['generator/read/**/*.ts'],
    rules: {
      // The nodes of ts-morph are instances that its own type guards narrow, which the rule cannot follow.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['sdk/src/**/*.ts', 'test/conversions/**/*.ts', 'test/unit/sdk/**/*.ts'],
    rules: {
      // What newer revisions deprecate is what there is to convert.
      '@typescript-eslint/no-deprecated': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // The rule asks for the types of every expression: it takes a sixth of all time, and tests make instances of few classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Asymmetric matchers such as expect.any() are typed any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // expect(spy.method) only names the method.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name="toThrow"]:not([callee.object.property.name="not"]):matches([arguments.length=0], [arguments.0.name="Error"])',
          message: 'Any error passes here: name what is thrown, by its message or its class, as in toThrow("no uri").',
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    ...ts.configs.disableTypeChecked,
    languageOptions: { parserOptions: { project: null }, globals: NODE_GLOBALS },
  },
);
