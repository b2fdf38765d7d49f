import { z } from 'zod'
import { id, isoTime } from '@/lib/contracts/primitives'
import type { RunSort } from '@/lib/contracts/runs'
import { runSorts } from '@/lib/contracts/vocabulary'
import { invalidInput } from '../../errors'

const schema = z.strictObject({ sort: z.enum(runSorts), key: z.union([isoTime, z.number(), z.null()]), id })

/** Where a page ended: the sort, the key of its last row (null = it had none) and that row's id. */
export type RunCursor = z.infer<typeof schema>

export function encodeRunCursor(cursor: RunCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws invalid_input naming `cursor` when it is not one of ours, or belongs to another sort. */
export function decodeRunCursor(text: string, sort: RunSort): RunCursor {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list' }])
  const isTime = typeof parsed.data.key === 'string'
  if (parsed.data.sort !== sort || isTime !== (sort === 'newest' || sort === 'oldest'))
    throw invalidInput([{ path: 'cursor', message: `belongs to another order than "${sort}"` }])
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
