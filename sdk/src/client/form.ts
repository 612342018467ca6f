import type { ElicitRequestFormParams, ElicitResult } from '@mcp-gen/protocol/author';

/** The form itself. */
type Form = ElicitRequestFormParams['requestedSchema'];

/** What a form is filled in with. */
export type FormContent = NonNullable<ElicitResult['content']>;

/** The values that a form starts with. */
export function formDefaults({ properties }: Form): FormContent {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    ),
  );
}

/** What was asked for, and nothing else: what a form does not ask is not the server's business. */
export function onlyAsked({ properties }: Form, content: FormContent): FormContent {
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(properties, name)));
}
