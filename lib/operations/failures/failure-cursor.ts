import { z } from 'zod'
import { isoTime } from '@/lib/contracts/primitives'
import { invalidInput } from '../errors'

/** Where a list of failure groups stopped: when its last one was seen last, and its fingerprint. */
const position = z.tuple([isoTime, z.string().max(500)])
export type FailurePosition = z.infer<typeof position>

export function toFailureCursor(at: FailurePosition): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

/** @throws invalid_input naming `cursor` for anything {@link toFailureCursor} did not make. */
export function readFailureCursor(cursor: string): FailurePosition {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list' }])
  }
}
