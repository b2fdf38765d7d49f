import { z } from 'zod'
import { contract } from './contract'
import { isoTime } from './primitives'
import { workKinds } from './vocabulary'

export const workKind = z.enum(workKinds)

/** An item of timed work that failed and is tried again with growing pauses. */
export const failingWork = z.object({
  kind: workKind,
  name: z.string().describe('The kind in words'),
  item: z
    .string()
    .describe('The id of the gate, dead letter, endpoint or trial; of the project where the work is on all of it'),
  link: z.string().nullable().describe('The page where the item is seen, a path within the project'),
  attempts: z.number().int(),
  error: z.string().describe('What the last attempt met; never data of the item'),
  failingSince: isoTime,
  nextAttemptAt: isoTime,
})

/** What is not tried again for this long after its time is due no more: it was done, decided or removed otherwise. */
export const FAILING_WORK_KEPT_MS = 2 * 3_600_000

export const listFailingWork = contract({
  name: 'work.listFailing',
  tag: 'work',
  summary: 'Timed work of this project that keeps failing: the longest first, up to 100.',
  scope: 'admin',
  effects: [],
  method: 'GET',
  path: '/api/v1/work/failing',
  input: z.strictObject({}),
  output: z.object({ failing: z.array(failingWork), now: isoTime }),
})

export type WorkKind = z.infer<typeof workKind>
export type FailingWork = z.infer<typeof failingWork>
