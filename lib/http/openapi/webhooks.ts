import type { ParameterObject, PathItem, SchemaObject } from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { webhookEventData } from '@/lib/contracts/webhook-events'

const header = (name: string, description: string): ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const parameters = [
  header('webhook-id', 'Id of the message, the same in every attempt.'),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.'),
  header(
    'webhook-signature',
    'For each secret of the endpoint, separated by spaces: `v1,` and base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`. The key is the base64 behind `whsec_`, decoded.',
  ),
]

const DESCRIPTION =
  'Sent by POST to the endpoints that subscribe to it, signed by Standard Webhooks 1.0.0. Endpoints of the form `slack` get a text instead.'

/** What an endpoint receives: an item for each event, with the schema of its body from `schemas`. */
export function webhooksOf(schemas: Readonly<Record<string, SchemaObject>>): Record<string, PathItem> {
  return Object.fromEntries(
    Object.keys(webhookEventData).map((type) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          summary: `Receive ${type}.`,
          description: DESCRIPTION,
          tags: [TAGS.webhooks.name],
          security: [],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: schemas[type] ?? {} } } },
          responses: {
            200: { description: 'Any 2xx accepts it. Other answers are retried for days, with growing waits.' },
            410: { description: 'The endpoint is gone: it is disabled.' },
          },
        },
      },
    ]),
  )
}
