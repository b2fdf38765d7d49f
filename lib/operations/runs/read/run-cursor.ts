import { z } from 'zod'
import { id, isoTime } from '@/lib/contracts/primitives'
import type { RunSort } from '@/lib/contracts/runs'
import { runSorts } from '@/lib/contracts/vocabulary'
import { badCursor, keysetCursor } from '../../keyset-cursor'

const position = z.strictObject({ sort: z.enum(runSorts), key: z.union([isoTime, z.number(), z.null()]), id })

/** Where a page ended: the sort, the key of its last row (null = it had none) and that row's id. */
export type RunCursor = z.infer<typeof position>

export const runCursors = keysetCursor(position)

/** @throws invalid_input naming `cursor` when it is not one of ours, or belongs to another sort. */
export function decodeRunCursor(text: string, sort: RunSort): RunCursor {
  const cursor = runCursors.decode(text)
  const isTime = typeof cursor.key === 'string'
  if (cursor.sort !== sort || isTime !== (sort === 'newest' || sort === 'oldest'))
    throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}
