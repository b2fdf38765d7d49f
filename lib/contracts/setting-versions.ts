import { z } from 'zod'
import { isoTime } from './primitives'

/** The version in force of a setting that is replaced as a whole, and who saved it. */
export const settingVersion = z.object({
  number: z.int().min(0).describe('0 if it was never set'),
  by: z.string().nullable(),
  at: isoTime.nullable(),
})

/** The version that a change is based on. */
export const expectedVersion = z
  .int()
  .min(0)
  .describe('Number of the version the change is based on, so that a concurrent change is not overwritten.')

export type SettingVersion = z.infer<typeof settingVersion>
