import type { ClientBase } from 'pg'

/**
 * Settings that every session of the desk has, whatever the server, the database or the role has as its default. Databases without Citus
 * ignore its option.
 */
export const SESSION_SETTINGS = {
  // The driver reads and writes times without their zone.
  timezone: 'UTC',
  datestyle: 'ISO',
  // What a lock guards is read after it was waited for: a snapshot from before would be out of date.
  default_transaction_isolation: 'read committed',
  // Doubles with all their digits.
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  // Prisma's own statements name this schema.
  search_path: 'public',
  // Statements over several shards run one after the other, which is required before writes to reference tables.
  'citus.multi_shard_modify_mode': 'sequential',
} as const

const OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')

/**
 * Returns how the driver opens a session of the desk. Options in the URL, which would replace those of the desk, come before them.
 * @param further options of this connection, as `-c name=value`
 */
export function sessionOf(databaseUrl: string, further = ''): { connectionString: string; options: string } {
  const url = new URL(databaseUrl)
  const given = url.searchParams.get('options')
  url.searchParams.delete('options')
  const options = [given, OPTIONS, further].filter(Boolean).join(' ')
  return { connectionString: given === null ? databaseUrl : url.href, options }
}

/** Limits of a session that requests wait for, in ms. All are longer than any working statement takes. */
export const SESSION_LIMITS = {
  statement_timeout: 60_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 150_000,
} as const

/**
 * Lifts the limits of a session, for work that may take as long as it takes. Not an option of the session, as a server refuses those that are
 * newer than it.
 */
export async function liftLimits(session: Pick<ClientBase, 'query'>): Promise<void> {
  await session.query(`SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`)
}
