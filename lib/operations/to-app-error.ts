import { isRecord } from '@/lib/contracts/is-record'
import {
  databaseCode,
  isMachineGone,
  isMoved,
  LOCK_NOT_AVAILABLE,
  QUERY_CANCELED,
  READ_ONLY,
} from '@/lib/db/database-code'
import { EngineInputError } from '@/lib/engine/input-error'
import { TooSlow } from './engine-pool/pool'
import { AppError, invalidInput } from './errors'

// Codes of Prisma and of the system, and PostgreSQL's timeout of an idle transaction.
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
  '25P03',
])

// PostgreSQL's error classes: connection, insufficient resources (disk, memory, connections), operator intervention (shutdown, startup),
// system error.
const BUSY_CLASS = /^(?:08|53|57P|58)/

// Messages that the driver gives, without a code, when the connection breaks during a query.
const BROKEN =
  /^(?:Connection terminated|Query read timeout|Client has encountered a connection error|timeout exceeded when trying to connect|Server has closed the connection|(?:ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections)$)/

/** Converts any thrown value to an error that is safe to show; unexpected ones become `internal` without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof EngineInputError) return invalidInput(error.issues)
  if (error instanceof TooSlow) return invalidInput([{ path: '', message: `${error.message}: send less` }])
  const code = databaseCode(error)
  if (code === 'P2025') return new AppError('not_found', 'not found')
  if (code === 'P2002') return new AppError('conflict', 'it exists already')
  const reason = whyBusy(error)
  if (reason !== null) return new AppError('unavailable', `${reason}; try again shortly`, [], 2)
  return new AppError('internal', 'something went wrong here; the request id leads to the log')
}

/** Why the database could not do what may succeed soon; null for other errors. */
export function whyBusy(error: unknown): string | null {
  const code = databaseCode(error)
  if (code === LOCK_NOT_AVAILABLE) return 'what this needs is locked by other work of the database'
  if (code === QUERY_CANCELED) return 'the database took too long'
  if (code === READ_ONLY) return 'the database takes no changes'
  const isBusy = BUSY.has(code) || BUSY_CLASS.test(code) || isMoved(error) || isMachineGone(error) || isBroken(error)
  return isBusy ? 'the database does not answer' : null
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // For raw SQL, Prisma attaches the driver's error in `meta`.
  const driverError = 'meta' in error && isRecord(error.meta) ? error.meta.driverAdapterError : undefined
  return BROKEN.test(error.message) || isBroken(error.cause) || isBroken(driverError)
}
