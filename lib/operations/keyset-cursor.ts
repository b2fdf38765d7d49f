import { z } from 'zod'
import { isoTime, plainText } from '@/lib/contracts/primitives'
import { invalidInput } from './errors'

/** The error for a cursor that its list did not create. */
export const badCursor = (message = 'is not a cursor of this list') => invalidInput([{ path: 'cursor', message }])

const FARTHEST_MS = Date.UTC(9999, 0)

/** A time in ms since the epoch within the range that the database can store. */
export const positionMs = z.number().int().min(-FARTHEST_MS).max(FARTHEST_MS)

/** An id chosen by a client, as part of a cursor. */
export const positionText = plainText(500)

/** The time and id of the last row of a page. */
export const timeAndId = z.tuple([isoTime, z.uuid()])

/** Encodes and decodes the cursors of one list. A cursor is opaque to the caller and holds the position of the last row of a page. */
export function keysetCursor<P>(position: z.ZodType<P>) {
  const encode = (at: P): string => Buffer.from(JSON.stringify(at)).toString('base64url')

  /** @throws invalid_input naming `cursor` for anything that `encode` did not create */
  function decode(cursor: string): P {
    try {
      return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    } catch {
      throw badCursor()
    }
  }

  /** Returns the first `limit` rows and the cursor of the next page, or null if there are no more rows. */
  function cut<R>(rows: readonly R[], limit: number, positionOf: (row: R) => P): { page: R[]; next: string | null } {
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { page, next: rows.length > limit && last !== undefined ? encode(positionOf(last)) : null }
  }

  return { encode, decode, cut }
}
