import { z } from 'zod'
import { identifier, isoTime, name } from '../primitives'
import { maybe } from './shapes'

/** Names the run, and perhaps the node, on whose record a check is put, and the chain whose configuration holds. */
export const onRun = {
  runId: maybe(identifier(200)).describe(
    "The client's id of a run, which may arrive later: the check is put on its record",
  ),
  chain: maybe(name).describe(
    'The chain whose configuration holds for what is not given; known from runId once that run has arrived. Left out: that of the project',
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
