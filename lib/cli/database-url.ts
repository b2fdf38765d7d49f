import { getEnv } from '@/lib/env'
import { UsageError } from './exit-codes'

/** The database of the desk, for commands on its machine. @throws UsageError if none is known */
export function databaseUrl(): string {
  const { DATABASE_URL } = getEnv()
  if (DATABASE_URL) return DATABASE_URL
  throw new UsageError(
    'no database: set DATABASE_URL or DATA_DIR as for the desk, or start its database with `npm run db` in its folder',
  )
}
