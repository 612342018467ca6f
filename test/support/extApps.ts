/** The official package of MCP Apps in several versions, and servers that use it, which `npm run platforms` installs apart. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './schemas.js';

const APART = join(ROOT, 'test/ext-apps');

/** Why they are not there; undefined if they are. */
export const EXT_APPS_MISSING: string | undefined = existsSync(join(APART, 'node_modules'))
  ? undefined
  : 'the official package of MCP Apps is not installed: npm run platforms';

/** The versions that tests use, and the folders that they are installed in. */
export const EXT_APPS_VERSIONS: readonly (readonly [version: string, folder: string])[] = [
  ['1.0.0', 'ext-apps-1.0'],
  ['1.7.5', 'ext-apps-1.7'],
  ['2.0.4', '@modelcontextprotocol/ext-apps'],
];

/** The path of a file of an installed package. */
export function extAppsPath(path: string): string {
  return join(APART, 'node_modules', path);
}

/** What carries messages for the official package. */
export interface OfficialTransport {
  start: () => Promise<void>;
  send: (message: object) => Promise<void>;
  close: () => Promise<void>;
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
}

type Handler = (params: never) => unknown;

/** Both ends of the official package. */
interface OfficialEnd {
  connect: (transport: OfficialTransport) => Promise<void>;
  close: () => Promise<void>;
  request: (request: object, resultSchema: object, options?: object) => Promise<object>;
  onerror?: (error: Error) => void;
}

/** The view of the official package, with what its versions have in common, and what later ones add. */
export interface OfficialApp extends OfficialEnd {
  ontoolinput: Handler;
  ontoolinputpartial: Handler;
  ontoolresult: Handler;
  ontoolcancelled: Handler;
  onhostcontextchanged: Handler;
  onteardown: Handler;
  getHostVersion: () => object | undefined;
  getHostCapabilities: () => object | undefined;
  getHostContext: () => object | undefined;
  callServerTool: (params: object, options?: object) => Promise<object>;
  readServerResource?: (params: object) => Promise<object>;
  createSamplingMessage?: (params: object) => Promise<object>;
  downloadFile?: (params: object) => Promise<object>;
  requestTeardown?: () => Promise<void>;
  openLink: (params: object) => Promise<object>;
  sendMessage: (params: object) => Promise<object>;
  updateModelContext: (params: object) => Promise<object>;
  requestDisplayMode: (params: object) => Promise<object>;
  sendLog: (params: object) => Promise<void>;
  sendSizeChanged: (params: object) => Promise<void>;
}

/** The host of the official package. */
export interface OfficialBridge extends OfficialEnd {
  oninitialized: Handler;
  oncalltool: Handler;
  onreadresource: Handler;
  onopenlink: Handler;
  onmessage: Handler;
  onupdatemodelcontext: Handler;
  onrequestdisplaymode: Handler;
  ondownloadfile?: Handler;
  oncreatesamplingmessage?: Handler;
  onrequestteardown?: Handler;
  onloggingmessage: Handler;
  onsizechange: Handler;
  getAppVersion: () => object | undefined;
  getAppCapabilities: () => object | undefined;
  sendToolInput: (params: object) => Promise<void>;
  sendToolInputPartial: (params: object) => Promise<void>;
  sendToolResult: (params: object) => Promise<void>;
  sendToolCancelled: (params: object) => Promise<void>;
  sendHostContextChange: (params: object) => Promise<void>;
  teardownResource: (params: object) => Promise<object>;
}

/** What a version exports. */
export interface OfficialPackage {
  readonly App: new (info: object, capabilities: object, options: object) => OfficialApp;
  readonly AppBridge: new (client: null, info: object, capabilities: object, options?: object) => OfficialBridge;
}

/** Loads a version of the official package. */
export async function officialPackage(folder: string): Promise<OfficialPackage> {
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(extAppsPath(`${folder}/dist/src/${file}`)).href);
  return { ...((await load('app.js')) as object), ...((await load('app-bridge.js')) as object) } as OfficialPackage;
}
