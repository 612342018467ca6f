// Makes the API reference, out of the doc comments of all that the packages export.
// Usage: npm run reference [-- --out <folder>]; with --check nothing is written. Missing docs and broken links are always errors.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Application, Comment, Converter, OptionDefaults, ReflectionKind } from 'typedoc';
import { ENTRIES, PACKAGES, SOURCES } from './packages.mjs';

/** The packages that few programs import themselves. */
const LOW_LEVEL = ['runtime', 'generated'];

const IMPORTED = PACKAGES.filter((folder) => ENTRIES.some(({ source }) => source.startsWith(`${SOURCES[folder]}/`)));

/** The packages that programs import, in reading order. Generated code has the docs of its schema. */
const DOCUMENTED = [
  { folder: '.', sources: 'generator', isGenerated: false },
  ...[...IMPORTED.filter((folder) => !LOW_LEVEL.includes(folder)), ...LOW_LEVEL].map((folder) => ({
    folder,
    sources: SOURCES[folder],
    isGenerated: folder === 'generated',
  })),
];

/** The tags of schemas that constrain values. */
const SCHEMA_TAGS = ['format', 'maximum', 'maxItems', 'minimum', 'minItems'];

/** Properties of types without a name: the words stand before the whole type, or it takes other types apart. */
const PATTERNS = [
  ...['element', 'members', 'name', 'place', 'value'].map((name) => `mcp-gen.TypeNode.__type.${name}`),
  ...['count', 'format'].map((name) => `mcp-gen.Correction.__type.${name}`),
  ...['capability', 'handler', 'stub'].flatMap((name) =>
    ['name', 'sides'].map((part) => `mcp-gen.MethodExplanation.${name}.__type.${part}`),
  ),
  ...Object.entries({
    Choice: ['all', 'anything', 'array', 'by', 'members', 'other'],
    Discrimination: ['by', 'cases', 'members', 'tag', 'values'],
    MemberTest: ['by', 'definition', 'tag', 'value'],
    SendCheck: ['except', 'is', 'name', 'of', 'otherwise', 'place', 'what'],
    SendRule: ['format', 'most'],
  }).flatMap(([type, names]) => names.map((name) => `mcp-gen.${type}.__type.${name}`)),
  ...['batching', 'era', 'id'].map((name) => `mcp-gen.Registry.revisions.__type.${name}`),
  ...[
    'Message',
    'MessageModelBase',
    'NotificationMessage',
    'NotificationModel',
    'RequestMessage',
    'RequestModel',
  ].flatMap((model) => ['type', 'optional'].map((part) => `mcp-gen.${model}.params.__type.${part}`)),
  'mcp-gen.MethodExplanation.params.__type.optional',
  'mcp-gen.Base.filter.__type.keys',
  'mcp-gen.DeclarationModel.__type.source',
  ...['sender', 'changes'].map((part) => `@mcp-gen/sdk.ListRequest.__type.${part}`),
  '@mcp-gen/sdk.InferInput.__type.~standard',
  '@mcp-gen/sdk.InferInput.__type.~standard.__type.types',
  '@mcp-gen/sdk.InferInput.__type.~standard.__type.types.__type.input',
  '@mcp-gen/sdk.InferOutput.__type.~standard',
  '@mcp-gen/sdk.InferOutput.__type.~standard.__type.types',
  '@mcp-gen/sdk.InferOutput.__type.~standard.__type.types.__type.output',
  '@mcp-gen/sdk/client.ClientRequestParams.__type._meta',
  '@mcp-gen/sdk.TableHandlers.__type.params',
  '@mcp-gen/sdk.TableHandlers.__type.result',
  '@mcp-gen/runtime/codegen/v1.GivenParams.__type._meta',
  '@mcp-gen/runtime/codegen/v1.Answer.__type.method',
  '@mcp-gen/runtime/codegen/v1.Answer.__type.result',
  '@mcp-gen/runtime/codegen/v1.HandlerContext.ask.__type.Asked.__type.params.__type.params',
  '@mcp-gen/runtime/codegen/v1.ParamsOf.__type.params',
  '@mcp-gen/runtime/codegen/v1.QuestionRequest.__type.params.__type.params',
];

/** Types that compute others, which are read off values and never written. */
const COMPUTATIONS = [
  'sdk/src/schema/infer.ts:InferJson',
  // The facts of the generated registry.
  ...['AnnouncedNotification', 'ChangingList', 'Matching', 'Notifications', 'Requests', 'SentBy'].map(
    (name) => `sdk/src/registry.ts:${name}`,
  ),
  'sdk/src/client/clientMethods.ts:AddedKey',
  'sdk/src/client/clientMethods.ts:RequiredKey',
  'sdk/src/server/protocolMethods.ts:AddedByServer',
  // The formats of model vendors.
  'sdk/src/models/toolsFor.ts:APIS',
  'sdk/src/models/apis/api.ts:Api',
  // The types of error codes.
  ...['ParseError', 'InvalidRequest', 'MethodNotFound', 'InvalidParams', 'InternalError'].map(codeType),
  ...['HeaderMismatch', 'MissingRequiredClientCapability', 'UnsupportedProtocolVersion'].map(codeType),
  // The types of keys of `_meta`.
  ...['clientCapabilities', 'clientInfo', 'logLevel', 'protocolVersion', 'serverInfo', 'subscriptionId'].map(
    (name) => `runtime/src/registry/metaKeys.ts:${name}`,
  ),
  ...['Expressions', 'Name', 'Optional', 'Present', 'Value'].map((name) => `sdk/src/uri/template.ts:${name}`),
];

function codeType(name) {
  return `runtime/src/registry/errorCodes.ts:${name}`;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: given } = parseArgs({
  options: { check: { type: 'boolean' }, out: { type: 'string', default: join(root, 'reference') } },
});
const out = resolve(given.out);
process.chdir(root);

const packages = DOCUMENTED.map((entry) => ({ ...entry, ...manifest(entry.folder) }));
const entries = new Map(packages.flatMap(entriesOf));
const generated = packages.filter(({ isGenerated }) => isGenerated).map(({ name }) => name);
const written = packages.filter(({ isGenerated }) => !isGenerated);

const app = await Application.bootstrap({
  name: 'mcp-gen',
  tsconfig: 'tsconfig.reference.json',
  skipErrorChecking: true,
  entryPoints: [...entries.keys()],
  sortEntryPoints: false,
  excludeExternals: true,
  excludeInternal: true,
  preservedTypeAnnotationTags: ['@throws'],
  blockTags: [...OptionDefaults.blockTags, ...SCHEMA_TAGS.map((tag) => `@${tag}`)],
  packagesRequiringDocumentation: written.map(({ name }) => name),
  requiredToBeDocumented: [...OptionDefaults.requiredToBeDocumented, 'Module'],
  out,
  readme: 'none',
  disableGit: true,
  disableSources: true,
  hideGenerator: true,
  // The highlighter has a timeout, so its output would depend on the load of the machine.
  highlightLanguages: [],
  ignoredHighlightLanguages: ['ts', 'json'],
  logLevel: 'Warn',
});
app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
  // Schemas mark types as internal that programs may need.
  if (generated.includes(context.project.getSymbolIdFromReflection(reflection)?.packageName)) {
    reflection.comment?.removeModifier('@internal');
  }
  if (!reflection.kindOf(ReflectionKind.Module)) return;
  const [file] = context.getSymbolFromReflection(reflection)?.declarations ?? [];
  reflection.name = entries.get(file?.fileName.slice(root.length)) ?? reflection.name;
});

const project = await app.convert();
if (project) {
  linkErrors(project);
  validate(project);
}
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
else if (given.check !== true) {
  project.readme = project.children.flatMap(described);
  await app.generateOutputs(project);
  console.log(`The API reference is in ${join(out, 'index.html')}`);
}

function manifest(folder) {
  const { name, exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return { name, exports };
}

/** Returns the source of each entry, with the name that it is imported by. */
function entriesOf({ name, exports, sources }) {
  return Object.entries(exports).flatMap(([path, { types }]) =>
    types === undefined ? [] : [[types.replace('./dist', sources).replace(/\.d\.ts$/, '.ts'), join(name, path)]],
  );
}

/** Returns an item of the index: an entry, and the first paragraph of its docs. */
function described(module) {
  const [about] = Comment.combineDisplayParts(module.comment?.summary).split('\n\n');
  return [
    { kind: 'text', text: '- ' },
    { kind: 'inline-tag', tag: '@link', text: module.name, target: module },
    { kind: 'text', text: `: ${about.replaceAll('\n', ' ')}\n` },
  ];
}

/** Writes the names of thrown errors as text, because TypeDoc ignores `{TypeError}`. */
function linkErrors(project) {
  const classes = new Map(project.getReflectionsByKind(ReflectionKind.Class).map((found) => [found.name, found]));
  for (const reflection of Object.values(project.reflections)) {
    for (const tag of reflection.comment?.blockTags ?? []) {
      const names = tag.typeAnnotation?.slice(1, -1).split(' | ') ?? [];
      delete tag.typeAnnotation;
      tag.content.unshift(...names.flatMap((name) => [errorNamed(name), { kind: 'text', text: ' ' }]));
      const unknown = names.filter((name) => !classes.has(name) && !(name in globalThis));
      if (unknown.length > 0) {
        app.logger.warn(`${reflection.getFriendlyFullName()} throws ${unknown.join(', ')}, which is not exported`);
      }
    }
  }

  function errorNamed(name) {
    const target = classes.get(name);
    return target ? { kind: 'inline-tag', tag: '@link', text: name, target } : { kind: 'code', text: `\`${name}\`` };
  }
}

function validate(project) {
  const known = project
    .getReflectionsByKind(ReflectionKind.Property)
    .filter(
      (property) =>
        namesItsClass(property) || isTag(property) || isMapped(property, project) || isOfVendor(property, project),
    );
  const selfExplanatory = new Set(known.map((property) => property.getFriendlyFullName()));
  app.options.setValue('intentionallyNotDocumented', [...PATTERNS, ...selfExplanatory]);
  app.options.setValue('validation', { invalidLink: true, notDocumented: true, notExported: false });
  app.validate(project);
  app.options.setValue('validation', { invalidLink: false, notDocumented: false, notExported: true });
  // Only the types of the package with the name of the project are searched.
  for (const { name, sources } of written) {
    project.packageName = name;
    app.options.setValue(
      'intentionallyNotExported',
      COMPUTATIONS.filter((type) => type.startsWith(sources)),
    );
    app.validate(project);
  }
}

/** Returns whether a property is the `name` of an error. It is the name of its class and needs no docs. */
function namesItsClass({ name, type, parent, comment }) {
  return name === 'name' && comment === undefined && type?.type === 'literal' && type.value === parent.name;
}

/** Returns whether a property is the `kind` of a union member. It is a discriminator and needs no docs. */
function isTag({ name, type, comment }) {
  const members = type?.type === 'union' ? type.types : [type];
  return name === 'kind' && comment === undefined && members.every((member) => member?.type === 'literal');
}

/** Returns whether a property belongs to the format of a model vendor, whose own docs describe it. */
function isOfVendor(property, project) {
  const { packagePath = '' } = project.getSymbolIdFromReflection(property) ?? {};
  const isParameter = property.parent?.parent?.kind === ReflectionKind.Parameter;
  return property.comment === undefined && !isParameter && packagePath.includes('models/apis/');
}

/** Returns whether a property belongs to a mapped type. Such properties have no declaration, so they cannot have docs. */
function isMapped(property, project) {
  return project.getSymbolIdFromReflection(property)?.packagePath === '';
}
