import { isRecord } from '@/lib/contracts/is-record'
import { databaseCode, isMachineGone, isMoved } from '@/lib/db/database-code'
import { EngineInputError } from '@/lib/engine/input-error'
import { TooSlow } from './engine-pool/pool'
import { AppError, invalidInput } from './errors'

// Codes of Prisma and of the system, and PostgreSQL's timeouts of a statement, a lock and an idle transaction.
const BUSY = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57014',
  '55P03',
  '25P03',
])

// PostgreSQL's error classes: connection, insufficient resources (disk, memory, connections), operator intervention (shutdown, startup),
// system error.
const BUSY_CLASS = /^(?:08|53|57P|58)/

// Messages that the driver gives, without a code, when the connection breaks during a query.
const BROKEN =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Server has closed the connection|(?:ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections)$)/

/** Converts any thrown value to an error that is safe to show; unexpected ones become `internal` without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof EngineInputError) return invalidInput(error.issues)
  if (error instanceof TooSlow) return invalidInput([{ path: '', message: `${error.message}: send less` }])
  const code = databaseCode(error)
  if (code === 'P2025') return new AppError('not_found', 'not found')
  if (code === 'P2002') return new AppError('conflict', 'it exists already')
  if (BUSY.has(code) || BUSY_CLASS.test(code) || isMoved(error) || isMachineGone(error) || isBroken(error))
    return new AppError('unavailable', 'the database does not answer; try again shortly', [], 2)
  return new AppError('internal', 'something went wrong here; the request id leads to the log')
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // For raw SQL, Prisma attaches the driver's error in `meta`.
  const driverError = 'meta' in error && isRecord(error.meta) ? error.meta.driverAdapterError : undefined
  return BROKEN.test(error.message) || isBroken(error.cause) || isBroken(driverError)
}
