import { z } from 'zod'
import { liveTopics } from './vocabulary'

/** What is told to every open page of a project; pages refetch what they show of it. */
export const liveEvent = z.object({
  project: z.uuid(),
  topic: z.enum(liveTopics),
  /** The run, gate or thinking session that changed; absent when many did. */
  id: z.string().optional(),
})

export type LiveEvent = z.infer<typeof liveEvent>
export const LIVE_CHANNEL = 'veritas_live'
