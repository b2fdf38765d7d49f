import { z } from 'zod'
import { contract } from './contract'
import { gateRow } from './gates'
import { failureClass, id, plainText } from './primitives'
import { runRow } from './runs'

export const searchEverything = contract({
  name: 'search',
  tag: 'search',
  summary: 'Search runs, gates, chains and failures by text, with a few best matches of each.',
  scope: 'read',
  target: 'GET /api/v1/search',
  input: z.strictObject({ text: plainText(200).min(1) }),
  output: z.object({
    named: id.nullable().describe("The run that has the text as its id, the desk's or the client's; it comes first"),
    runs: z.array(
      runRow.pick({ id: true, clientId: true, title: true, chain: true, version: true, status: true, excerpt: true }),
    ),
    gates: z.array(gateRow.pick({ id: true, title: true, state: true })),
    chains: z.array(z.object({ name: z.string() })),
    failures: z.array(
      z.object({
        fingerprint: z.string(),
        node: z.string(),
        otherNodes: z.number().int().describe('How many other steps had some of its latest failures'),
        failureClass,
        template: z.string(),
        code: z.string().nullable(),
        roots: z.number(),
      }),
    ),
  }),
})
