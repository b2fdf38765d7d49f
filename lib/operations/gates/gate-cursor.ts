import { z } from 'zod'
import { keysetCursor, positionMs } from '../keyset-cursor'

/** Where a list of gates stopped: pending first (rank 0), then decided (rank 1); `key` in ms since the epoch. */
const position = z.tuple([z.literal([0, 1]), positionMs, z.uuid()])
export type GatePosition = z.infer<typeof position>

export const gateCursors = keysetCursor(position)
