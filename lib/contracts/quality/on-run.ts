import { z } from 'zod'
import { identifier, isoTime } from '../primitives'
import { maybe } from './shapes'

/** Names the run, and perhaps the node, on whose record a check is put. */
export const onRun = {
  runId: maybe(identifier(200)).describe(
    "The client's id of a run, which may arrive later: the check is put on its record. Needs the scope write",
  ),
  nodeId: maybe(identifier(200)).describe('The node of that run that was checked'),
}

export const override = z.object({
  nodeId: z.string().nullable(),
  by: z.string().describe('Who let it through'),
  at: isoTime,
})

export const overrides = z
  .array(override)
  .describe('Verifications of that run that were let through unmet, oldest first; empty without runId')

export type OverrideView = z.infer<typeof override>
