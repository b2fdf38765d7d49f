import { z } from 'zod'
import { isoTime } from '@/lib/contracts/primitives'
import { invalidInput } from '../errors'

/** Where a list of sessions stopped: last activity and id of its last row. */
const position = z.tuple([isoTime, z.string()])
export type SessionPosition = z.infer<typeof position>

export function toCursor(at: SessionPosition): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

/** @throws invalid_input naming `cursor` for anything {@link toCursor} did not make. */
export function readCursor(cursor: string): SessionPosition {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list' }])
  }
}
