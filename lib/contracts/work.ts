import { z } from 'zod'
import { contract } from './contract'
import { HOUR_MS } from './durations'
import { isoTime } from './primitives'
import { workKinds } from './vocabulary'

export const workKind = z.enum(workKinds)

/** An item of scheduled work that failed and is retried with backoff. */
export const failingWork = z.object({
  kind: workKind,
  name: z.string().describe('Display name of the kind'),
  item: z
    .string()
    .describe('Id of the gate, dead letter, endpoint or trial; of the project if the work covers all of it'),
  link: z.string().nullable().describe('Page of the item, a path within the project'),
  attempts: z.number().int(),
  error: z.string().describe('Error of the last attempt; never contains data of the item'),
  failingSince: isoTime,
  nextAttemptAt: isoTime,
})

/** Failures not retried for this long after their due time are dropped: the item was completed, decided or removed otherwise. */
export const FAILING_WORK_KEPT_MS = 2 * HOUR_MS

export const listFailingWork = contract({
  name: 'work.listFailing',
  summary: 'List scheduled work of this project that keeps failing, longest first, at most 100.',
  scope: 'admin',
  target: 'GET /api/v1/work/failing',
  output: z.object({
    failing: z.array(failingWork),
    count: z.number().int().describe('How many there are in all'),
    now: isoTime,
  }),
})

export type WorkKind = z.infer<typeof workKind>
export type FailingWork = z.infer<typeof failingWork>
