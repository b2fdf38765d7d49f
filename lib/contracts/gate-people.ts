import { z } from 'zod'
import { id, isoTime } from './primitives'

export const gatePerson = z.object({ userId: id, name: z.string() })

/** A vote on a gate. `counts`: it was cast on the current evidence, by a person who may decide now. */
export const gateVote = z.object({
  by: gatePerson,
  verdict: z.enum(['approved', 'rejected']),
  reason: z.string().nullable(),
  at: isoTime,
  counts: z.boolean(),
})

const change = z.object({ before: z.string().nullable(), after: z.string().nullable() })

/** An event between the opening of a gate and its outcome. Append-only. */
export const gateEvent = z.object({
  id,
  kind: z.enum(['assigned', 'extended', 'escalated', 'warned', 'voted']),
  by: z.string(),
  at: isoTime,
  reason: z.string().nullable(),
  verdict: z.enum(['approved', 'rejected']).nullable(),
  deadline: change.nullable().describe('Of an extension: the deadline before and after.'),
  owner: change.nullable().describe('Of an assignment: the owner before and after, by name.'),
})

export type GateVoteView = z.infer<typeof gateVote>
export type GateEventView = z.infer<typeof gateEvent>
