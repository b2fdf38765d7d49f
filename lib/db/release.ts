import type { Db, Tx } from './client'
import { listMigrationNames } from './schema-engine'

/** Advisory lock of processes that change tables. Any constant will do, as long as they all use the same. */
export const SCHEMA_LOCK = 7_302_611

/** SQL of the migrations that a database has completed, as `migration_name`. */
export const APPLIED_MIGRATIONS =
  'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL'

export type Applied = { migration_name: string }

let own: Promise<string[]> | undefined

/** Returns the migrations of this process. Read once: the folder may already contain the next release, which is not running yet. */
export function ownMigrations(): Promise<string[]> {
  own ??= listMigrationNames().catch((error: unknown) => {
    own = undefined
    throw error
  })
  return own
}

/** Returns those of the applied migrations that this process does not know: a newer release has migrated the database. */
export async function listNewer(applied: readonly Applied[]): Promise<string[]> {
  const known = new Set(await ownMigrations())
  return applied.map((row) => row.migration_name).filter((name) => !known.has(name))
}

/** Returns the migrations of a newer release that the database of a client has: this release could misread its tables. */
export async function findNewer(db: Pick<Db | Tx, '$queryRawUnsafe'>): Promise<string[]> {
  return listNewer(await db.$queryRawUnsafe<Applied[]>(APPLIED_MIGRATIONS))
}

/** Whether the database is of this release. If so, no other can migrate it until the end of the transaction. */
export async function holdRelease(tx: Tx): Promise<boolean> {
  const [lock] = await tx.$queryRaw<{ isHeld: boolean }[]>`
    SELECT pg_try_advisory_xact_lock_shared(${SCHEMA_LOCK}::bigint) AS "isHeld"`
  return lock?.isHeld === true && (await findNewer(tx)).length === 0
}
