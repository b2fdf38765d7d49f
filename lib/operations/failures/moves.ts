import { z } from 'zod'
import type { Moves } from './groups'

const move = z.object({ fingerprint: z.string(), before: z.string().nullable(), after: z.string().nullable() })
const moved = z.object({ moves: z.array(move) })

/** Parses the moves in an event's detail; null without any. */
export function movesOf(detail: unknown): Moves | null {
  return moved.safeParse(detail).data?.moves ?? null
}
