/**
 * Messages that no revision has, added to a copy of the schemas: what a new revision may bring. They are compiled as any schema, and the SDK
 * is built with the result, without a line that somebody wrote for them.
 */

import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { emitFolder } from './emitProtocols.js';
import { ROOT } from './schemas.js';

/** A revision with a session, and the newest one. */
const [EARLIER, NEWEST] = ['2025-11-25', '2026-07-28'];

/** The members to add to unions of the newest revision. */
const UNIONS = {
  ClientRequest: [
    'RankRequest',
    'ListSkillsRequest',
    'ListToolGroupsRequest',
    'ListAppsRequest',
    'ListRoomsRequest',
    'PaintRequest',
    'SearchToolsRequest',
    'WatchTaskRequest',
  ],
  ClientNotification: ['PresenceNotification', 'AwayNotification'],
  ServerNotification: [
    'MaintenanceNotification',
    'SkillsMovedNotification',
    'ToolGroupsChangedNotification',
    'AlertRaisedNotification',
    'StormNotification',
    'RoomsChangedNotification',
  ],
  InputRequest: ['ColorRequest'],
  InputResponse: ['ColorResult'],
};

/** The members to add to unions of the earlier revision. */
const EARLIER_UNIONS = {
  ClientRequest: ['EarlierRankRequest', 'EarlierListRequest'],
  ServerRequest: ['EarlierColorRequest'],
  ClientNotification: ['EarlierPresenceNotification'],
  ServerNotification: ['EarlierMaintenanceNotification', 'EarlierListChangedNotification'],
};

const DECLARATIONS = `
export interface RankRequestParams extends RequestParams { items: string[] }
export interface RankRequest extends JSONRPCRequest { method: 'tools/rank'; params: RankRequestParams }
export interface RankResult extends Result { ranked: string[] }
export interface RankResultResponse extends JSONRPCResultResponse { result: RankResult }

export interface SearchToolsRequest extends PaginatedRequest { method: 'tools/search' }
export interface SearchToolsResult extends PaginatedResult, CacheableResult { found: string[] }
export interface SearchToolsResultResponse extends JSONRPCResultResponse { result: SearchToolsResult }

export interface WatchTaskRequestParams extends RequestParams { taskId: string }
export interface WatchTaskRequest extends JSONRPCRequest { method: 'tasks/watch'; params: WatchTaskRequestParams }
export interface WatchTaskResult extends Result { state: string }
export interface WatchTaskResultResponse extends JSONRPCResultResponse { result: WatchTaskResult }

export interface PaintRequestParams extends InputResponseRequestParams { wall: string }
export interface PaintRequest extends JSONRPCRequest { method: 'walls/paint'; params: PaintRequestParams }
export interface PaintResult extends Result { painted: string }
export interface PaintResultResponse extends JSONRPCResultResponse { result: PaintResult | InputRequiredResult }

export interface Skill { name: string }
export interface ListSkillsRequest extends PaginatedRequest { method: 'skills/list' }
export interface ListSkillsResult extends PaginatedResult, CacheableResult { skills: Skill[] }
export interface ListSkillsResultResponse extends JSONRPCResultResponse { result: ListSkillsResult }
export interface SkillsMovedNotificationParams extends NotificationParams { reason?: string }
export interface SkillsMovedNotification extends JSONRPCNotification {
  method: 'notifications/skills/moved';
  params?: SkillsMovedNotificationParams;
}

export interface ListToolGroupsRequest extends PaginatedRequest { method: 'tools/groups/list' }
export interface ListToolGroupsResult extends PaginatedResult, CacheableResult { groups: string[] }
export interface ListToolGroupsResultResponse extends JSONRPCResultResponse { result: ListToolGroupsResult }
export interface ToolGroupsChangedNotification extends JSONRPCNotification {
  method: 'notifications/tools/groups_changed';
  params?: NotificationParams;
}

export interface ListAppsRequest extends PaginatedRequest { method: 'apps/list' }
export interface ListAppsResult extends PaginatedResult, CacheableResult { apps: string[] }
export interface ListAppsResultResponse extends JSONRPCResultResponse { result: ListAppsResult }

export interface ListRoomsRequest extends PaginatedRequest { method: 'rooms/list' }
export interface ListRoomsResult extends PaginatedResult, CacheableResult { rooms: string[] }
export interface ListRoomsResultResponse extends JSONRPCResultResponse { result: ListRoomsResult }
export interface RoomsChangedNotification extends JSONRPCNotification {
  method: 'notifications/rooms/list_changed';
  params?: NotificationParams;
}

export interface AlertRaisedNotificationParams extends NotificationParams { alert: string }
export interface AlertRaisedNotification extends JSONRPCNotification {
  method: 'notifications/alerts/raised';
  params: AlertRaisedNotificationParams;
}

export interface StormNotificationParams extends NotificationParams { force: number }
export interface StormNotification extends JSONRPCNotification {
  method: 'notifications/storm';
  params: StormNotificationParams;
}

export interface ColorRequestParams { /** What the color is for. */ purpose: string }
export interface ColorRequest { method: 'colors/choose'; params: ColorRequestParams }
export interface ColorResult { color: string }

export interface PresenceNotificationParams extends NotificationParams { present: boolean }
export interface PresenceNotification extends JSONRPCNotification {
  method: 'notifications/presence';
  params: PresenceNotificationParams;
}

/** @deprecated Say who is present. */
export interface AwayNotification extends JSONRPCNotification { method: 'notifications/away'; params?: NotificationParams }

export interface MaintenanceNotificationParams extends NotificationParams { minutes: number }
export interface MaintenanceNotification extends JSONRPCNotification {
  method: 'notifications/maintenance';
  params: MaintenanceNotificationParams;
}

/** The caller has used up what it may use. */
export const QUOTA_EXCEEDED = -32031;
`;

const EARLIER_DECLARATIONS = `
export interface EarlierRankRequestParams { items: string[] }
export interface EarlierRankRequest extends JSONRPCRequest { method: 'earlier/rank'; params: EarlierRankRequestParams }
export interface EarlierRankResult extends Result { ranked: string[] }

export interface EarlierListRequest extends PaginatedRequest { method: 'earlier/list' }
export interface EarlierListResult extends PaginatedResult { entries: string[] }
export interface EarlierListChangedNotification extends JSONRPCNotification {
  method: 'notifications/earlier/list_changed';
  params?: NotificationParams;
}

export interface EarlierColorRequestParams { purpose: string }
export interface EarlierColorRequest extends JSONRPCRequest { method: 'earlier/color'; params: EarlierColorRequestParams }
export interface EarlierColorResult extends Result { color: string }

export interface EarlierPresenceNotificationParams extends NotificationParams { present: boolean }
export interface EarlierPresenceNotification extends JSONRPCNotification {
  method: 'notifications/earlier/presence';
  params: EarlierPresenceNotificationParams;
}

export interface EarlierMaintenanceNotificationParams extends NotificationParams { minutes: number }
export interface EarlierMaintenanceNotification extends JSONRPCNotification {
  method: 'notifications/earlier/maintenance';
  params: EarlierMaintenanceNotificationParams;
}
`;

/** Members to add to interfaces of the newest revision. */
const MEMBERS = {
  ToolAnnotations: 'costHint?: number;',
  ClientCapabilities: 'colors?: JSONObject; presence?: JSONObject;',
  ServerCapabilities: `skills?: { listChanged?: boolean }; maintenance?: JSONObject; alerts?: JSONObject;
    tasks?: { list?: JSONObject; cancel?: JSONObject; requests?: { tools?: { call?: JSONObject } } };`,
  SubscriptionFilter: `skillsListChanged?: boolean; toolsGroupsChanged?: boolean; alertsRaised?: boolean;
    weatherChanges?: boolean;`,
};

/** Members to add to interfaces of the earlier revision. */
const EARLIER_MEMBERS = { ClientCapabilities: 'colors?: object;' };

/** The members of unions for messages that both revisions have. */
const SHARED_UNIONS = {
  ClientRequest: ['SharedRankRequest', 'SharedPaintRequest'],
  ClientNotification: ['SharedPresenceNotification'],
  ServerNotification: ['SharedMaintenanceNotification', 'SharedWeatherNotification'],
};

/** Declarations that mean the same in both revisions, in the types of each. */
const SHARED_DECLARATIONS = `
export interface SharedRankRequestParams extends RequestParams { items: string[] }
export interface SharedRankRequest extends JSONRPCRequest { method: 'shared/rank'; params: SharedRankRequestParams }
export interface SharedRankResult extends Result { ranked: string[] }

export interface SharedPaintRequest extends JSONRPCRequest { method: 'shared/paint'; params: SharedPaintRequestParams }
export interface SharedPaintResult extends Result { painted: string }

export interface SharedColorRequestParams { purpose: string }

export interface SharedPresenceNotificationParams extends NotificationParams { present: boolean }
export interface SharedPresenceNotification extends JSONRPCNotification {
  method: 'notifications/shared/presence';
  params: SharedPresenceNotificationParams;
}

export interface SharedMaintenanceNotificationParams extends NotificationParams { minutes: number }
export interface SharedMaintenanceNotification extends JSONRPCNotification {
  method: 'notifications/shared/maintenance';
  params: SharedMaintenanceNotificationParams;
}

export interface SharedWeatherNotificationParams extends NotificationParams { force: number }
export interface SharedWeatherNotification extends JSONRPCNotification {
  method: 'notifications/shared/weather';
  params: SharedWeatherNotificationParams;
}
`;

/** The members of unions for messages that both revisions have, and whose shapes differ. */
const DIFFERING_UNIONS = {
  ClientRequest: ['MoveRequest'],
  ClientNotification: ['SeatNotification'],
  ServerNotification: ['AlarmNotification'],
};

/** Declarations of these messages. `required` and `optional` are properties that the other revision has the other way round. */
const differing = (required: string, optional: string): string => `
export interface MoveRequestParams extends RequestParams { ${required}: string; ${optional}?: string }
export interface MoveRequest extends JSONRPCRequest { method: 'shared/move'; params: MoveRequestParams }
export interface MoveResult extends Result { ${required}: string; ${optional}?: string }

export interface SeatNotificationParams extends NotificationParams { ${required}: string; ${optional}?: string }
export interface SeatNotification extends JSONRPCNotification {
  method: 'notifications/shared/seat';
  params: SeatNotificationParams;
}

export interface AlarmNotificationParams extends NotificationParams { ${required}: string; ${optional}?: string }
export interface AlarmNotification extends JSONRPCNotification {
  method: 'notifications/shared/alarm';
  params: AlarmNotificationParams;
}

export interface SizeRequestParams { ${required}: string; ${optional}?: string }
`;

/** What only one of the revisions declares in this form. */
const SHARED = {
  [NEWEST]: {
    unions: {
      ...merged(SHARED_UNIONS, DIFFERING_UNIONS),
      InputRequest: ['SharedColorRequest', 'SizeRequest'],
      InputResponse: ['SharedColorResult', 'SizeResult'],
    },
    members: { SubscriptionFilter: 'sharedWeather?: boolean;' },
    declarations: `${SHARED_DECLARATIONS}${differing('later', 'earlier')}
export interface MoveResultResponse extends JSONRPCResultResponse { result: MoveResult }
export interface SizeRequest { method: 'shared/size'; params: SizeRequestParams }
export interface SizeResult { later: string; earlier?: string }
export interface SharedRankResultResponse extends JSONRPCResultResponse { result: SharedRankResult }
export interface SharedPaintRequestParams extends InputResponseRequestParams { wall: string }
export interface SharedPaintResultResponse extends JSONRPCResultResponse { result: SharedPaintResult | InputRequiredResult }
export interface SharedColorRequest { method: 'shared/color'; params: SharedColorRequestParams }
export interface SharedColorResult { color: string }
`,
  },
  [EARLIER]: {
    unions: { ...merged(SHARED_UNIONS, DIFFERING_UNIONS), ServerRequest: ['SharedColorRequest', 'SizeRequest'] },
    members: {},
    declarations: `${SHARED_DECLARATIONS}${differing('earlier', 'later')}
export interface SizeRequest extends JSONRPCRequest { method: 'shared/size'; params: SizeRequestParams }
export interface SizeResult extends Result { earlier: string; later?: string }
export interface SharedPaintRequestParams extends RequestParams { wall: string }
export interface SharedColorRequest extends JSONRPCRequest { method: 'shared/color'; params: SharedColorRequestParams }
export interface SharedColorResult extends Result { color: string }
`,
  },
};

function merged<Unions extends { readonly [name: string]: readonly string[] }>(one: Unions, other: Unions): Unions {
  const names = Object.keys(one).map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]);
  return Object.fromEntries(names) as Unions;
}

const row = (method: string, capability: string, from: string, until?: string): object => ({
  method,
  from,
  ...(until !== undefined && { until }),
  capability,
  source: 'an experiment',
});

const ROWS = [
  row('tools/rank', 'tools', NEWEST),
  // Announced by a notification that is not named as those of other lists.
  { ...row('skills/list', 'skills', NEWEST), changes: 'notifications/skills/moved' },
  // A list that begins as one of a feature, with a notification of its own.
  { ...row('tools/groups/list', 'tools', NEWEST), changes: 'notifications/tools/groups_changed' },
  row('notifications/tools/groups_changed', 'tools.listChanged', NEWEST),
  // A list of its own, which the notification of another list announces.
  { ...row('apps/list', 'tools', NEWEST), changes: 'notifications/tools/list_changed' },
  // Lists whose notifications no property of the filter selects.
  { ...row('rooms/list', 'none', NEWEST), changes: 'notifications/rooms/list_changed' },
  row('notifications/rooms/list_changed', 'none', NEWEST),
  { ...row('earlier/list', 'none', EARLIER, EARLIER), changes: 'notifications/earlier/list_changed' },
  row('notifications/earlier/list_changed', 'none', EARLIER, EARLIER),
  // Sent to the clients whose filter has a property: one with the name of the notification, and one that a row names.
  row('notifications/alerts/raised', 'alerts', NEWEST),
  { ...row('notifications/storm', 'none', NEWEST), filter: 'weatherChanges' },
  // Begin as the methods of features, which do not handle them.
  row('tools/search', 'tools', NEWEST),
  row('tasks/watch', 'tasks', NEWEST),
  row('walls/paint', 'none', NEWEST),
  row('notifications/skills/moved', 'skills.listChanged', NEWEST),
  row('colors/choose', 'colors', NEWEST),
  row('notifications/presence', 'presence', NEWEST),
  row('notifications/away', 'presence', NEWEST),
  row('notifications/maintenance', 'maintenance', NEWEST),
  row('earlier/rank', 'none', EARLIER, EARLIER),
  row('earlier/color', 'colors', EARLIER, EARLIER),
  row('notifications/earlier/presence', 'none', EARLIER, EARLIER),
  row('notifications/earlier/maintenance', 'none', EARLIER, EARLIER),
];

const SHARED_ROWS = [
  row('shared/rank', 'none', EARLIER),
  row('shared/color', 'colors', EARLIER),
  row('shared/paint', 'none', EARLIER),
  row('notifications/shared/presence', 'none', EARLIER),
  row('notifications/shared/maintenance', 'none', EARLIER),
  row('notifications/shared/weather', 'none', EARLIER),
  row('shared/move', 'none', EARLIER),
  row('shared/size', 'colors', EARLIER),
  row('notifications/shared/seat', 'none', EARLIER),
  row('notifications/shared/alarm', 'none', EARLIER),
];

/**
 * Compiles the schemas with the new messages into `<folder>/generated`.
 *
 * @param folder an empty folder
 * @param isShared whether to add messages that both revisions have, some of them in different shapes
 */
export async function generateNewMessages(folder: string, isShared = false): Promise<void> {
  const schemas = await copySchemas(folder);
  await change(join(schemas, NEWEST, 'schema.ts'), (text) => withAdditions(text, UNIONS, DECLARATIONS, MEMBERS));
  await change(join(schemas, EARLIER, 'schema.ts'), (text) =>
    withAdditions(text, EARLIER_UNIONS, EARLIER_DECLARATIONS, EARLIER_MEMBERS),
  );
  await change(join(schemas, 'overrides.json'), (text) => {
    const tables = JSON.parse(text) as { readonly methods: readonly object[] };
    return JSON.stringify({ ...tables, methods: [...tables.methods, ...ROWS, ...(isShared ? SHARED_ROWS : [])] });
  });
  for (const [revision, { unions, declarations, members }] of Object.entries(isShared ? SHARED : {})) {
    await change(join(schemas, revision, 'schema.ts'), (text) => withAdditions(text, unions, declarations, members));
  }
  await generateAll(folder, schemas);
}

/**
 * Compiles the schemas with other members of interfaces into `<folder>/generated`.
 *
 * @param folder an empty folder
 * @param members the members to add to the newest revision, by interface
 * @param earlier the members to add to the earlier revision. Default: none
 */
export async function generateNewMembers(
  folder: string,
  members: { readonly [name: string]: string },
  earlier: { readonly [name: string]: string } = {},
): Promise<void> {
  const schemas = await copySchemas(folder);
  await change(join(schemas, NEWEST, 'schema.ts'), (text) => withAdditions(text, {}, '', members));
  await change(join(schemas, EARLIER, 'schema.ts'), (text) => withAdditions(text, {}, '', earlier));
  await generateAll(folder, schemas);
}

async function copySchemas(folder: string): Promise<string> {
  const schemas = join(folder, 'schema');
  await cp(join(ROOT, 'schema'), schemas, { recursive: true });
  return schemas;
}

async function generateAll(folder: string, schemas: string): Promise<void> {
  const revisions = JSON.parse(await readFile(join(schemas, 'revisions.json'), 'utf8')) as readonly { id: string }[];
  const generated = join(folder, 'generated');
  // Programs need no formatted code.
  const { files } = await emitFolder(
    revisions.map(({ id }) => id),
    schemas,
  );
  for (const { path, text } of files) {
    await mkdir(dirname(join(generated, path)), { recursive: true });
    await writeFile(join(generated, path), text);
  }
  await cp(join(ROOT, 'generated/extensions'), join(generated, 'extensions'), { recursive: true });
}

/** Bundles a program with the sources of the runtime and the SDK, and the code in `<folder>/generated`. Returns the path of the bundle. */
export async function bundleProgram(folder: string, program: string): Promise<string> {
  const outfile = join(folder, 'program.mjs');
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    plugins: [sources(folder)],
    nodePaths: [join(ROOT, 'node_modules')],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

/** Writes a project that type-checks a program and all sources of the SDK with that code. Returns the path of its configuration. */
export async function projectOf(folder: string, program: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  const config = join(folder, 'tsconfig.json');
  const paths = Object.fromEntries(
    Object.entries(PLACES).map(([name, place]) => [
      name,
      [place.startsWith('generated/') ? `./${place}` : join(ROOT, place)],
    ]),
  );
  await writeFile(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, composite: false, declaration: false, incremental: false, rootDir: '/', paths },
      include: [join(ROOT, 'sdk/src/**/*.ts'), program],
    }),
  );
  return config;
}

/** The sources of each package. */
const PLACES: { readonly [pattern: string]: string } = {
  '@mcp-gen/protocol/registry/*': 'generated/registry/*.ts',
  '@mcp-gen/protocol/author': 'generated/author/index.ts',
  '@mcp-gen/protocol/author/*': 'generated/author/*.ts',
  '@mcp-gen/protocol/extensions/*/methods': 'generated/extensions/*/methods.ts',
  '@mcp-gen/protocol/extensions/*/identifier': 'generated/extensions/*/identifier.ts',
  '@mcp-gen/protocol/*/explain': 'generated/*/explain.ts',
  '@mcp-gen/protocol/*': 'generated/*/index.ts',
  '@mcp-gen/runtime': 'runtime/src/index.ts',
  '@mcp-gen/runtime/*': 'runtime/src/*.ts',
  '@mcp-gen/sdk': 'sdk/src/index.ts',
  '@mcp-gen/sdk/*': 'sdk/src/*.ts',
};

/** Resolves imports of the packages to their sources. */
function sources(folder: string): Plugin {
  return {
    name: 'sources',
    setup({ onResolve }) {
      onResolve({ filter: /^@mcp-gen\// }, ({ path }) => {
        for (const [pattern, place] of Object.entries(PLACES)) {
          const [start = '', end = ''] = pattern.split('*');
          const isMatch = pattern.includes('*') ? path.startsWith(start) && path.endsWith(end) : path === pattern;
          if (!isMatch) continue;
          const name = path.slice(start.length, path.length - end.length);
          const found = place.replace('*', name);
          return { path: place.startsWith('generated/') ? join(folder, found) : join(ROOT, found) };
        }
        return undefined;
      });
    },
  };
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

/** @throws if the schema does not have a declaration that is to be extended */
function withAdditions(
  text: string,
  unions: { readonly [name: string]: readonly string[] },
  declarations: string,
  members: { readonly [name: string]: string } = {},
): string {
  let changed = text;
  const replace = (pattern: RegExp, replacement: string): void => {
    if (!pattern.test(changed)) throw new Error(`The schema has nothing that matches ${pattern}`);
    changed = changed.replace(pattern, replacement);
  };
  for (const [name, added] of Object.entries(unions)) {
    replace(new RegExp(`(export type ${name} =[^;]*);`), `$1 | ${added.join(' | ')};`);
  }
  for (const [name, added] of Object.entries(members)) {
    replace(new RegExp(`(export interface ${name}\\b[^{]*\\{)`), `$1\n  ${added}\n`);
  }
  return `${changed}\n${declarations}`;
}
