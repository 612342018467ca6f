/**
 * The guide: what maintainers of clients and servers must do about breaking changes of known revisions, if the specification says more than
 * the rule of the change.
 */

import type { Side } from '../model/protocol.js';
import type { RuleId } from './rules.js';

/** The advice for one change, or for several of the same kind. */
export interface GuideRow extends Partial<Record<Side, string>> {
  /** The revision that introduced the change. */
  readonly since: string;
  readonly rule: RuleId;
  /** The places of the change: `tools/call.result`, `Tool.outputSchema`. `*` stands for any definition. */
  readonly places: readonly string[];
  /** The added or removed value, if a place has several such changes. */
  readonly value?: string;
  /** A side that must act although the change breaks neither what it sends nor what it reads. */
  readonly concerns?: Side;
  /** The extension that the newer input must include for the row to apply. Default: the row always applies. */
  readonly extension?: string;
  /** The page and section, in the specification of that revision or of the extension. */
  readonly source: string;
}

const INTO_INPUT_REQUESTS = 'into its `inputRequests`. The client sends the request again, with the answer.';
const TASKS_ID = 'io.modelcontextprotocol/tasks';
const TASKS = `Tasks left the core protocol. Use the extension \`${TASKS_ID}\` if both sides declare it.`;
/** For comparisons with the extension: its new and removed parts. */
const TASKS_EXTENSION = {
  extension: TASKS_ID,
  source: 'ext-tasks/specification/2026-07-28/tasks',
};
const NO_PING = 'Stop sending it. Nothing replaces it.';
const ALONE = 'Send each message separately.';
const ARRAYS = 'Accept an array of requests and notifications. Sending one is optional.';

const rows: { readonly [since: string]: readonly Omit<GuideRow, 'since'>[] } = {
  '2025-03-26': [
    {
      rule: 'batches-allowed',
      places: ['batches'],
      client: ARRAYS,
      server: ARRAYS,
      source: 'basic/index: batching',
    },
    {
      rule: 'member-added',
      places: ['JSONRPCMessage'],
      client: ARRAYS,
      server: ARRAYS,
      source: 'basic/index: batching',
    },
    {
      rule: 'capability-required',
      places: ['completion/complete.capability'],
      concerns: 'server',
      client: 'Send it only to a server that declares `completions`.',
      server: 'Declare `completions`, or clients no longer ask.',
      source: 'changelog: other schema changes',
    },
    {
      rule: 'member-added',
      places: [
        'PromptMessage.content',
        'SamplingMessage.content',
        'CallToolResult.content',
        'CreateMessageResult.content',
      ],
      value: 'AudioContent',
      client: 'Accept audio, as images are accepted.',
      server: 'Accept audio in what a model answers.',
      source: 'changelog: other schema changes',
    },
  ],
  '2025-06-18': [
    {
      rule: 'batches-forbidden',
      places: ['batches'],
      client: ALONE,
      server: ALONE,
      source: 'changelog: major changes',
    },
    {
      rule: 'member-removed',
      places: ['JSONRPCMessage'],
      client: ALONE,
      server: ALONE,
      source: 'changelog: major changes',
    },
    {
      rule: 'member-added',
      places: ['PromptMessage.content', 'CallToolResult.content'],
      value: 'ResourceLink',
      client: 'Accept links to resources. Read what they point at with `resources/read`.',
      source: 'server/tools: resource links',
    },
  ],
  '2025-11-25': [
    {
      rule: 'member-added',
      places: ['tools/call.result'],
      value: 'CreateTaskResult',
      client: 'Expect it where the request asked for a task (`task` in its params), and nowhere else.',
      source: 'basic/utilities/tasks: creating tasks',
    },
    {
      rule: 'member-added',
      places: ['sampling/createMessage.result', 'elicitation/create.result'],
      value: 'CreateTaskResult',
      server: 'Expect it where the request asked for a task (`task` in its params), and nowhere else.',
      source: 'basic/utilities/tasks: creating tasks',
    },
    {
      rule: 'field-became-optional',
      places: ['JSONRPCErrorResponse.id'],
      client: 'Accept an error without an id: the other side could not read the id of the request.',
      server: 'Accept an error without an id: the other side could not read the id of the request.',
      source: 'basic/index: error responses',
    },
    {
      rule: 'member-added',
      places: ['CreateMessageResult.content'],
      server:
        'Offer `tools` only to a client that declares `sampling.tools`. Then accept tool use, and arrays of content.',
      source: 'client/sampling: tools in sampling',
    },
    {
      rule: 'member-added',
      places: ['SamplingMessage.content'],
      client: 'Accept tool use, tool results, and arrays of content if you declare `sampling.tools`.',
      source: 'client/sampling: tools in sampling',
    },
    {
      rule: 'type-widened',
      places: ['ElicitRequest.params'],
      client:
        'Read `mode`: without it the request is a form. URLs come only to a client that declares `elicitation.url`.',
      source: 'client/elicitation: capabilities',
    },
    {
      rule: 'member-added',
      places: ['PrimitiveSchemaDefinition'],
      client: 'Let people choose several values in a form.',
      source: 'client/elicitation: requested schema',
    },
    {
      rule: 'member-added',
      places: ['ElicitResult.content[*]'],
      server: 'Expect an array of strings for a field with several choices.',
      source: 'client/elicitation: requested schema',
    },
  ],
  '2026-07-28': [
    {
      rule: 'era-changed',
      places: ['era'],
      client:
        'Send no `initialize`. State revision and capabilities in `_meta` of each request. To reach older servers, too, ' +
        'try `server/discover` first, and `initialize` if that fails.',
      server:
        'Answer each request on its own, from what its `_meta` states. To serve older clients, too, keep `initialize`.',
      source: 'basic/versioning: backward compatibility',
    },
    {
      rule: 'request-added',
      places: ['server/discover'],
      server: 'Implement it: state the supported revisions and the capabilities, and the server in `_meta`.',
      source: 'server/discover',
    },
    {
      rule: 'request-added',
      places: ['subscriptions/listen'],
      server:
        'Implement it if you send changes: acknowledge first, then send only what was asked for, each with the ' +
        'subscription id in `_meta`.',
      source: 'basic/patterns/subscriptions',
    },
    {
      rule: 'request-removed',
      places: ['elicitation/create'],
      server: `Answer with \`InputRequiredResult\` instead of sending \`elicitation/create\`: put the question ${INTO_INPUT_REQUESTS}`,
      source: 'basic/patterns/mrtr',
    },
    {
      rule: 'request-removed',
      places: ['sampling/createMessage', 'roots/list'],
      server: `Deprecated. As long as you need it, answer with \`InputRequiredResult\`, and put the request ${INTO_INPUT_REQUESTS}`,
      source: 'basic/patterns/mrtr',
    },
    {
      rule: 'member-added',
      places: ['tools/call.result', 'prompts/get.result', 'resources/read.result'],
      value: 'InputRequiredResult',
      client:
        'Fulfil its `inputRequests`, then send the request again under a new id, with `inputResponses` and the ' +
        'unchanged `requestState`.',
      source: 'basic/patterns/mrtr',
    },
    {
      rule: 'request-removed',
      places: ['ping'],
      client: NO_PING,
      server: NO_PING,
      source: 'changelog: major changes',
    },
    {
      rule: 'request-removed',
      places: ['initialize'],
      client: 'Leave it out: each request states revision and capabilities in its `_meta`.',
      source: 'basic/index: _meta',
    },
    {
      rule: 'request-removed',
      places: ['logging/setLevel'],
      concerns: 'server',
      client: 'State the level in each request, as `io.modelcontextprotocol/logLevel` in `_meta`.',
      server: 'Send `notifications/message` only for a request whose `_meta` states a log level.',
      source: 'server/utilities/logging',
    },
    {
      rule: 'request-removed',
      places: ['resources/subscribe'],
      concerns: 'server',
      client: 'Send `subscriptions/listen` with the URI in `resourceSubscriptions`.',
      server: 'Take the URIs from `resourceSubscriptions` of `subscriptions/listen`.',
      source: 'basic/patterns/subscriptions',
    },
    {
      rule: 'request-removed',
      places: ['resources/unsubscribe'],
      concerns: 'server',
      client: 'Cancel the request `subscriptions/listen`.',
      server: 'End the subscription when its `subscriptions/listen` is cancelled.',
      source: 'basic/patterns/subscriptions',
    },
    {
      ...TASKS_EXTENSION,
      rule: 'request-removed',
      places: ['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'],
      client: 'Stop sending it. With the extension, `tasks/get` returns the state of a task, and its result.',
      server: 'Stop sending it. With the extension, only clients send requests about tasks.',
    },
    {
      ...TASKS_EXTENSION,
      rule: 'notification-removed',
      places: ['notifications/tasks/status'],
      client: 'Do not wait for it. With the extension, the notification is `notifications/tasks`.',
      server: 'Do not wait for it. With the extension, only servers send notifications about tasks.',
    },
    {
      ...TASKS_EXTENSION,
      rule: 'member-removed',
      places: ['tools/call.result'],
      value: 'CreateTaskResult',
      server: `Send it only to a client that declares the extension \`${TASKS_ID}\`.`,
    },
    {
      rule: 'request-removed',
      places: ['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'],
      client: TASKS,
      server: TASKS,
      source: 'changelog: major changes',
    },
    {
      rule: 'notification-removed',
      places: ['notifications/tasks/status'],
      client: TASKS,
      server: TASKS,
      source: 'changelog: major changes',
    },
    {
      rule: 'member-removed',
      places: ['tools/call.result'],
      value: 'CreateTaskResult',
      server: TASKS,
      source: 'changelog: major changes',
    },
    {
      rule: 'notification-removed',
      places: ['notifications/progress'],
      server: 'Do not wait for progress of clients: only servers report it.',
      source: 'basic/patterns/progress',
    },
    {
      rule: 'notification-removed',
      places: ['notifications/initialized'],
      server: 'Do not wait for it: any request may be the first.',
      source: 'basic/index: statelessness',
    },
    {
      rule: 'notification-removed',
      places: ['notifications/roots/list_changed'],
      server: 'Do not wait for it. Ask for the roots each time that you need them, with an `InputRequiredResult`.',
      source: 'basic/patterns/mrtr',
    },
    {
      rule: 'notification-removed',
      places: ['notifications/elicitation/complete'],
      client: 'Do not wait for it. Send the request that asked again, to learn the outcome.',
      source: 'changelog: minor changes',
    },
    {
      rule: 'required-field-removed',
      places: ['ElicitRequestURLParams.elicitationId'],
      client: 'Do without it: the answer belongs to its key in `inputRequests`.',
      source: 'changelog: minor changes',
    },
    {
      rule: 'field-became-required',
      places: ['*._meta'],
      client: 'Send `_meta` with every request.',
      source: 'basic/index: _meta',
    },
    {
      rule: 'required-field-added',
      places: [
        '*._meta."io.modelcontextprotocol/protocolVersion"',
        '*._meta."io.modelcontextprotocol/clientCapabilities"',
      ],
      client: 'State it in every request.',
      source: 'basic/index: _meta',
    },
    {
      rule: 'field-became-required',
      places: ['*.params'],
      client: 'Send params with every request: they carry `_meta`.',
      source: 'basic/index: _meta',
    },
    {
      rule: 'required-field-added',
      places: ['*.resultType'],
      server: 'Set it to `complete`, or to `input_required` in an `InputRequiredResult`.',
      client: 'Set it to `complete`. In what an older server sends, its absence means `complete`.',
      source: 'basic/index: ResultType',
    },
    {
      rule: 'required-field-added',
      places: ['*.ttlMs'],
      server: 'State how many milliseconds the result stays fresh. 0 means that it may be stale at once.',
      source: 'server/utilities/caching',
    },
    {
      rule: 'required-field-added',
      places: ['*.cacheScope'],
      server: 'State `private`, or `public` if shared caches may keep the result.',
      source: 'server/utilities/caching',
    },
    {
      rule: 'field-became-required',
      places: ['CancelledNotificationParams.requestId'],
      client: 'Name the request that is cancelled.',
      server: 'Send it only to end a subscription, with the id of its `subscriptions/listen`.',
      source: 'basic/patterns/cancellation',
    },
    {
      rule: 'type-widened',
      places: ['CallToolResult.structuredContent', 'ToolResultContent.structuredContent'],
      client: 'Accept any JSON value, not only objects.',
      server: 'Accept any JSON value, not only objects.',
      source: 'server/tools: structured content',
    },
    {
      rule: 'required-field-removed',
      places: ['Tool.outputSchema.type'],
      client: 'Accept any JSON Schema as an output schema, not only those of objects.',
      source: 'changelog: minor changes',
    },
    {
      rule: 'bounds-tightened',
      places: ['CompleteResult.completion.values'],
      server: 'Return at most 100 values.',
      source: 'server/utilities/completion',
    },
  ],
};

export const guide: readonly GuideRow[] = Object.entries(rows).flatMap(([since, each]) =>
  each.map((row) => ({ since, ...row })),
);
