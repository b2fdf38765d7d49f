import { z } from 'zod'
import { isoTime } from '@/lib/contracts/primitives'
import { invalidInput } from '../errors'

/** Where a page ended: when its last item was added, and that item's id. */
const position = z.tuple([isoTime, z.uuid()])
export type DeadLetterPosition = z.infer<typeof position>

export function toCursor(at: DeadLetterPosition): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

/** @throws invalid_input naming `cursor` for anything {@link toCursor} did not make. */
export function readCursor(cursor: string): DeadLetterPosition {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list' }])
  }
}
