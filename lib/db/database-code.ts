/** The most telling code of a database error: PostgreSQL's own SQLSTATE where the driver kept it, else Prisma's; '' for others. */
export function databaseCode(error: unknown): string {
  for (let at = error; at instanceof Error || isObject(at); at = 'cause' in at ? at.cause : undefined) {
    if ('originalCode' in at && typeof at.originalCode === 'string') return at.originalCode
    const meta = 'meta' in at && isObject(at.meta) ? at.meta : {}
    if (typeof meta.code === 'string') return meta.code
    const told = isObject(meta.driverAdapterError) ? databaseCode(meta.driverAdapterError) : ''
    if (told) return told
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
