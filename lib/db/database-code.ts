/** SQLSTATE when `statement_timeout` has passed. */
export const QUERY_CANCELED = '57014'
/** SQLSTATE when `lock_timeout` has passed. */
export const LOCK_NOT_AVAILABLE = '55P03'
/** SQLSTATE of a change on a standby, as after another server took over. */
export const READ_ONLY = '25006'

/** Returns the most specific code of a database error: PostgreSQL's SQLSTATE if the driver kept it, else Prisma's; '' for other errors. */
export function databaseCode(error: unknown): string {
  for (let at = error; at instanceof Error || isObject(at); at = 'cause' in at ? at.cause : undefined) {
    if ('originalCode' in at && typeof at.originalCode === 'string') return at.originalCode
    const meta = 'meta' in at && isObject(at.meta) ? at.meta : {}
    if (typeof meta.code === 'string') return meta.code
    const nested = isObject(meta.driverAdapterError) ? databaseCode(meta.driverAdapterError) : ''
    if (nested) return nested
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return ''
}

/** Whether a project's rows moved to another Citus node during a statement, so that a retry finds them. Citus has no error code for it. */
export const isMoved = (error: unknown): boolean => isClusterError(error, /could not find valid entry for shard/)

/** Whether a Citus node went away during a statement, which has no error code either. */
export const isMachineGone = (error: unknown): boolean =>
  isClusterError(
    error,
    /SSL SYSCALL error|postmaster was shut down|postmaster exit|connection marked as essential|server closed the connection/,
  )

function isClusterError(error: unknown, pattern: RegExp): boolean {
  if (databaseCode(error) !== 'XX000') return false
  for (let at = error; at instanceof Error || isObject(at); at = 'cause' in at ? at.cause : undefined)
    if (typeof at.message === 'string' && pattern.test(at.message)) return true
  return false
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
