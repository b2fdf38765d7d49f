import { z } from 'zod'
import { invalidInput } from '../errors'

/** Where a list of gates stopped: pending first (rank 0), then decided (rank 1); `key` in ms since the epoch. */
const position = z.tuple([z.literal([0, 1]), z.number().int(), z.uuid()])
export type GatePosition = z.infer<typeof position>

export function toCursor(at: GatePosition): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

/** @throws invalid_input naming `cursor` for anything {@link toCursor} did not make. */
export function readCursor(cursor: string): GatePosition {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list' }])
  }
}
