import { z } from 'zod'
import { isoTime, plainText } from '@/lib/contracts/primitives'
import { invalidInput } from './errors'

/** The error of a cursor that its list did not make. */
export const badCursor = (message = 'is not a cursor of this list') => invalidInput([{ path: 'cursor', message }])

const FARTHEST_MS = Date.UTC(9999, 0)

/** A moment in ms since the epoch that a database can hold. */
export const positionMs = z.number().int().min(-FARTHEST_MS).max(FARTHEST_MS)

/** An id of somebody else's making, as it stands in a cursor. */
export const positionText = plainText(500)

/** When the last row of a page happened, and its id. */
export const timeAndId = z.tuple([isoTime, z.uuid()])

/** The cursors of one list: where a page ended, as text that a caller hands back and need not read. */
export function keysetCursor<P>(position: z.ZodType<P>) {
  const encode = (at: P): string => Buffer.from(JSON.stringify(at)).toString('base64url')

  /** @throws invalid_input naming `cursor` for anything that `encode` did not make. */
  function decode(cursor: string): P {
    try {
      return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    } catch {
      throw badCursor()
    }
  }

  /** The first `limit` of the rows, and the cursor that goes on after them; null when there are no more. */
  function cut<R>(rows: readonly R[], limit: number, positionOf: (row: R) => P): { page: R[]; next: string | null } {
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { page, next: rows.length > limit && last !== undefined ? encode(positionOf(last)) : null }
  }

  return { encode, decode, cut }
}
