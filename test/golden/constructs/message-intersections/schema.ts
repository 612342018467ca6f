export type RequestId = string | number;

export interface RequestParams {
  _meta?: { [key: string]: unknown };
}

export interface Request {
  method: string;
  params?: RequestParams;
}

export interface Target {
  target: string;
}

/** Turns something on. */
export type TurnOnRequest = Request & { method: 'turn/on'; params: Target & { level?: number } };

export interface TurnOnResult {
  on: boolean;
}

export type TurnedNotification = { method: 'notifications/turned'; params: { on: boolean } | { off: boolean } };

export type ClientRequest = TurnOnRequest;

export type ServerNotification = TurnedNotification;
