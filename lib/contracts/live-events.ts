import { z } from 'zod'
import { liveTopics } from './vocabulary'

/** Change event sent to every open page of a project; pages refetch the affected data. */
export const liveEvent = z.object({
  project: z.uuid(),
  topic: z.enum(liveTopics),
  /** The run, gate or thinking session that changed; absent if many did. */
  id: z.string().optional(),
})

export type LiveEvent = z.infer<typeof liveEvent>
export const LIVE_CHANNEL = 'veritas_live'
