import { z } from 'zod'
import { contract } from './contract'
import { MAX_BULK } from './limits'
import { addressWithoutLogin, id, isoTime, listOf, name, page } from './primitives'
import { deliveryStates, webhookEventTypes, webhookForms } from './vocabulary'

export const webhookEventType = z.enum(webhookEventTypes)
export const webhookForm = z.enum(webhookForms)
export const deliveryState = z.enum(deliveryStates)

/** One delivery attempt, or a replay requested by a person. */
export const deliveryAttempt = z.object({
  kind: z.enum(['attempt', 'replay']).describe('replay: requested by a person, the retries started over'),
  at: isoTime,
  by: z.string().nullable().describe('Who requested the replay; null for an attempt'),
  status: z.number().int().nullable().describe('HTTP status; null without a response'),
  error: z.string().nullable().describe('Why it failed; null if it was accepted'),
  ms: z.number().nullable().describe('Milliseconds until the response was read or the attempt timed out'),
  response: z
    .string()
    .nullable()
    .describe(
      'The first 500 characters of the response. Only an admin sees it, since it may contain secrets of the receiver',
    ),
})

export const deliveryView = z.object({
  messageId: id.describe('Sent as webhook-id, the same in every attempt'),
  endpointId: id,
  type: z.string().describe('An event type, or webhook.test'),
  status: deliveryState,
  attempts: z.array(deliveryAttempt).describe('In order; the latest 50'),
  nextAt: isoTime.nullable().describe('When it is retried; null if it is not'),
  createdAt: isoTime,
  updatedAt: isoTime,
})

/** Why an endpoint was disabled. */
export const endpointEnd = z.enum(['person', 'gone', 'failing'])
export type EndpointEnd = z.infer<typeof endpointEnd>

export const endpointView = z.object({
  id,
  name: z.string(),
  url: z.string().describe('Only an admin sees more than scheme and host, since a path can contain a credential'),
  form: webhookForm,
  events: z.array(webhookEventType),
  failures: z.number().int().describe('Consecutive messages whose last retry failed'),
  isEnabled: z.boolean(),
  disabledAt: isoTime.nullable(),
  disabledBy: endpointEnd
    .nullable()
    .describe('person: disabled by a person; gone: it answered 410; failing: too many consecutive messages failed'),
  disabledWhy: z.string().nullable().describe('The same as a sentence'),
  oldSecretUntil: isoTime.nullable().describe('Until when the previous secret signs as well'),
  createdBy: z.string(),
  createdAt: isoTime,
  counts: z.record(deliveryState, z.number().int()).describe('Deliveries updated in the last 24 hours, by state'),
  last: z
    .object({ type: z.string(), status: deliveryState, at: isoTime })
    .nullable()
    .describe('The most recently updated delivery'),
})

const events = z
  .array(webhookEventType)
  .min(1, 'choose at least one event')
  .max(50)
  .transform((types) => [...new Set(types)])

const secret = z.string().describe('whsec_ and base64. Shown only this once')

export const listEndpoints = contract({
  name: 'webhooks.listEndpoints',
  summary: 'List the endpoints that events of the project are sent to, with their state.',
  scope: 'read',
  target: 'GET /api/v1/webhooks',
  output: z.object({
    endpoints: z.array(endpointView),
    allowsPrivate: z.boolean().describe('VERITAS_ALLOW_PRIVATE_WEBHOOKS: addresses inside this network are allowed'),
    now: isoTime,
  }),
})

export const createEndpoint = contract({
  name: 'webhooks.createEndpoint',
  summary: 'Add an endpoint. The answer contains its signing secret, which is not shown again.',
  scope: 'admin',
  target: 'POST /api/v1/webhooks',
  status: 201,
  input: z.strictObject({
    name,
    url: addressWithoutLogin.describe('Where each event is sent, by POST'),
    form: webhookForm
      .default('standard')
      .describe('standard: Standard Webhooks 1.0.0; slack: text and a link for a Slack-compatible incoming webhook'),
    events,
  }),
  output: z.object({ endpoint: endpointView, secret }),
})

export const updateEndpoint = contract({
  name: 'webhooks.updateEndpoint',
  summary:
    'Update an endpoint, or disable and enable it. Messages not delivered while it was off can be replayed manually.',
  scope: 'admin',
  target: 'PATCH /api/v1/webhooks/{endpointId}',
  input: z.strictObject({
    endpointId: id,
    name: name.optional(),
    url: addressWithoutLogin.optional(),
    form: webhookForm.optional(),
    events: events.optional(),
    isEnabled: z.boolean().optional(),
  }),
  output: z.object({ endpoint: endpointView }),
})

export const deleteEndpoint = contract({
  name: 'webhooks.deleteEndpoint',
  summary: 'Delete an endpoint and its delivery log.',
  scope: 'admin',
  target: 'DELETE /api/v1/webhooks/{endpointId}',
  input: z.strictObject({ endpointId: id }),
  output: z.object({ deleted: z.literal(true) }),
})

export const rotateSecret = contract({
  name: 'webhooks.rotateSecret',
  summary: 'Rotate the secret of an endpoint. The old one also signs for 24 hours.',
  scope: 'admin',
  target: 'POST /api/v1/webhooks/{endpointId}/rotate',
  input: z.strictObject({ endpointId: id }),
  output: z.object({ endpoint: endpointView, secret }),
})

export const testEndpoint = contract({
  name: 'webhooks.testEndpoint',
  summary: 'Send a test message now, with a single attempt, and return the result.',
  scope: 'admin',
  effects: ['write', 'outside'],
  target: 'POST /api/v1/webhooks/{endpointId}/test',
  input: z.strictObject({ endpointId: id }),
  output: z.object({ delivery: deliveryView }),
})

export const listDeliveries = contract({
  name: 'webhooks.listDeliveries',
  summary: 'List the deliveries of an endpoint, latest first.',
  scope: 'read',
  target: 'GET /api/v1/webhooks/{endpointId}/deliveries',
  input: z.strictObject({
    endpointId: id,
    status: listOf(deliveryState),
    ...page,
  }),
  output: z.object({ deliveries: z.array(deliveryView), next: z.string().nullable(), now: isoTime }),
})

export const replayDelivery = contract({
  name: 'webhooks.replayDelivery',
  summary: 'Replay a message to an endpoint, with the same webhook-id.',
  scope: 'admin',
  effects: ['write', 'outside'],
  target: 'POST /api/v1/webhooks/{endpointId}/deliveries/{messageId}/replay',
  input: z.strictObject({ endpointId: id, messageId: id }),
  output: z.object({ delivery: deliveryView }),
})

export const replayDeliveries = contract({
  name: 'webhooks.replayDeliveries',
  summary: 'Replay many messages to an endpoint: those named, or all that failed except tests, oldest first.',
  scope: 'admin',
  effects: ['write', 'outside'],
  target: 'POST /api/v1/webhooks/{endpointId}/replay',
  input: z
    .strictObject({
      endpointId: id,
      messageIds: z.array(id).min(1).max(MAX_BULK).optional().describe('Default: all that failed'),
      since: isoTime.optional().describe('Of the failed ones, only events from this time on'),
    })
    .refine(({ messageIds, since }) => !messageIds || since === undefined, {
      path: ['since'],
      error: 'cannot be given together with messageIds',
    }),
  output: z.object({
    replayed: z.number().int(),
    left: z
      .number()
      .int()
      .describe(
        'How many of the requested messages were skipped: currently being sent, or beyond 5,000. Call again for them',
      ),
  }),
})

export type WebhookEventType = z.infer<typeof webhookEventType>
export type WebhookForm = z.infer<typeof webhookForm>
export type EndpointView = z.infer<typeof endpointView>
export type DeliveryView = z.infer<typeof deliveryView>
export type DeliveryState = z.infer<typeof deliveryState>
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>
