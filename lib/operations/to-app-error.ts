import { databaseCode } from '@/lib/db/database-code'
import { EngineInputError } from '@/lib/engine/input-error'
import { TooSlow } from './engine-pool/pool'
import { AppError, invalidInput } from './errors'

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
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // The time-outs of the database: a statement that took too long, and a lock that another held for too long.
  '57014',
  '55P03',
  '25P03',
])

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
  if (BUSY.has(code) || isBroken(error))
    return new AppError('unavailable', 'the database does not answer; try again shortly', [], 2)
  return new AppError('internal', 'something went wrong here; the request id leads to the log')
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && (BROKEN.test(error.message) || isBroken(error.cause))
}
