import {
  checkFormat,
  isObject,
  type Guard,
  type MethodTable,
  type NotificationEntry,
  type RequestEntry,
  type Revision,
} from '../../../runtime/src/codegen/v1.js';

// A protocol small enough to read at a glance, in two revisions: the older one takes batches, the newer one does not.

const optionalObject: Guard = (value) => value === undefined || isObject(value);

function hasText(field: string): Guard {
  return (value) => isObject(value) && typeof value[field] === 'string';
}

const isText = hasText('text');
const isUri = hasText('uri');

const isCapable: Guard = (value) =>
  isObject(value) && isObject(value.capabilities) && Object.values(value.capabilities).every(isObject);
const isImplementation: Guard = (value) => hasText('name')(value) && hasText('version')(value);

function introduces(field: 'clientInfo' | 'serverInfo'): Guard {
  return (value) =>
    isCapable(value) && hasText('protocolVersion')(value) && isObject(value) && isImplementation(value[field]);
}

const isCancelled: Guard = (value) =>
  isObject(value) && (typeof value.requestId === 'string' || Number.isInteger(value.requestId));
const isProgress: Guard = (value) =>
  isObject(value) &&
  (typeof value.progressToken === 'string' || Number.isInteger(value.progressToken)) &&
  typeof value.progress === 'number';

const lifecycle = { lifecycle: true } as const;

const sharedRequests: Record<string, RequestEntry> = {
  ping: { name: 'ping', params: optionalObject, result: isObject, cancellable: true, ...lifecycle },
};

const sharedNotifications: Record<string, NotificationEntry> = {
  'notifications/cancelled': { name: 'cancelled', params: isCancelled, ...lifecycle },
  'notifications/progress': { name: 'progress', params: isProgress, ...lifecycle },
};

const server: MethodTable = {
  requests: {
    ...sharedRequests,
    initialize: {
      name: 'initialize',
      params: introduces('clientInfo'),
      result: introduces('serverInfo'),
      cancellable: false,
      ...lifecycle,
    },
    'words/say': { name: 'say', params: isText, result: isText, capability: 'words', cancellable: true },
    'pages/read': {
      name: 'readPage',
      params: isUri,
      result: isUri,
      checkParams: (params: { uri: string }) => checkFormat('uri', params.uri, '/uri'),
      checkResult: (result: { uri: string }) => checkFormat('uri', result.uri, '/uri'),
      capability: 'pages',
      cancellable: true,
    },
    'pages/watch': {
      name: 'watchPage',
      params: isUri,
      result: isObject,
      capability: 'pages.watch',
      cancellable: true,
    },
    'plain/do': { name: 'doPlain', params: optionalObject, result: isObject, cancellable: true },
  },
  notifications: {
    ...sharedNotifications,
    'notifications/initialized': { name: 'initialized', params: optionalObject, ...lifecycle },
    'notifications/moved': { name: 'moved', params: optionalObject, capability: 'places.moved' },
    'notifications/noted': { name: 'noted', params: isText },
  },
};

const client: MethodTable = {
  requests: {
    ...sharedRequests,
    'places/list': {
      name: 'listPlaces',
      params: optionalObject,
      result: isObject,
      capability: 'places',
      cancellable: true,
    },
    'places/name': {
      name: 'namePlace',
      params: isUri,
      result: isText,
      checkParams: (params: { uri: string }) => checkFormat('uri', params.uri, '/uri'),
      capability: 'places',
      cancellable: true,
    },
  },
  notifications: {
    ...sharedNotifications,
    'notifications/pages/changed': { name: 'pagesChanged', params: optionalObject, capability: 'pages.changed' },
    'notifications/told': { name: 'told', params: isText },
  },
};

/** The older revision: it takes batches. */
export const older: Revision = { id: '2001-01-01', era: 'session', batching: true, server, client };

/** The newer revision: no batches, and one method more. */
export const newer: Revision = {
  id: '2002-02-02',
  era: 'session',
  batching: false,
  server: {
    ...server,
    requests: {
      ...server.requests,
      'words/shout': { name: 'shout', params: isText, result: isText, capability: 'words', cancellable: true },
    },
  },
  client,
};

export const serverInfo: { readonly name: string; readonly version: string } = { name: 'server', version: '1.0.0' };
export const clientInfo: { readonly name: string; readonly version: string } = { name: 'client', version: '2.0.0' };
