import { isRecord } from '@/lib/contracts/is-record'
import { databaseCode, isMachineGone, isMoved } from '@/lib/db/database-code'
import { EngineInputError } from '@/lib/engine/input-error'
import { TooSlow } from './engine-pool/pool'
import { AppError, invalidInput } from './errors'

// Prisma's codes and the system's; of PostgreSQL's own the time-outs of a statement, a lock and an idle transaction.
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

// Classes of PostgreSQL's codes: the connection, what the server lacks (disk, memory, connections), its stopping and starting, the system.
const BUSY_CLASS = /^(?:08|53|57P|58)/

// What the driver says, without any code, when the connection breaks under a query.
const BROKEN =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Server has closed the connection|(?:ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections)$)/

/** Whatever was thrown as an error that a caller may see; what nobody expected is `internal` and tells nothing. */
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
  // Of SQL of our own Prisma tells what the driver said beside the error.
  const told = 'meta' in error && isRecord(error.meta) ? error.meta.driverAdapterError : undefined
  return BROKEN.test(error.message) || isBroken(error.cause) || isBroken(told)
}
