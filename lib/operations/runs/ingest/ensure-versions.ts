import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { findSettings, isMade, type NamedVersion, type VersionSettings, versionKey } from './find-settings'

/** The named version; made now where it is not there, on trial or as {@link makeVersions} says. */
export async function ensureVersion(
  tx: Tx,
  projectId: string,
  named: NamedVersion,
  { now, isCandidate = false }: { now: Date; isCandidate?: boolean },
): Promise<VersionSettings> {
  const read = async () => (await findSettings(tx, projectId, [named])).get(versionKey(named))
  const known = await read()
  if (known && isMade(known)) return known
  await makeVersions(tx, projectId, [named], { now, isCandidate })
  const settings = await read()
  if (!settings || !isMade(settings)) throw new Error(`no settings for ${named.chain}@${named.version}`)
  return settings
}

/**
 * Makes these versions and their chains where they are not there; of two who make the same one at once the second waits for
 * the first. A version is live, unless it is made as a candidate or somebody published one of that chain to serve: from then on
 * nothing but a publication makes a version live, so that nothing made here ever supersedes what was published.
 * @returns the ids of those that were not there
 */
export async function makeVersions(
  tx: Tx,
  projectId: string,
  missing: readonly NamedVersion[],
  { now, isCandidate = false }: { now: Date; isCandidate?: boolean },
): Promise<string[]> {
  const chains = [...new Set(missing.map(({ chain }) => chain))].map((name) => ({
    project_id: projectId,
    id: uuid(),
    name,
  }))
  await tx.$executeRaw(
    insertRows(
      'chain',
      { project_id: 'uuid', id: 'uuid', name: 'text' },
      chains,
      'ORDER BY name ON CONFLICT (project_id, name) DO NOTHING',
    ),
  )
  const versions = missing.map(({ chain, version }) => ({ id: uuid(), chain, version }))
  const state = isCandidate
    ? Prisma.sql`'candidate'`
    : Prisma.sql`CASE WHEN ${IS_PUBLISHED} THEN 'candidate' ELSE 'live' END`
  const made = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO chain_version (project_id, id, chain_id, version, state, published_at)
    SELECT c.project_id, x.id, c.id, x.version, ${state}, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) AS x(id uuid, chain text, version text)
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.name = x.chain
    ORDER BY x.chain, x.version
    ON CONFLICT (project_id, chain_id, version) DO NOTHING
    RETURNING id`
  return made.map(({ id }) => id)
}

/** Whether a version of chain `c` was ever published to serve, whatever became of it. */
const IS_PUBLISHED = Prisma.sql`EXISTS (
  SELECT 1 FROM chain_version p JOIN version_event e ON e.project_id = p.project_id AND e.version_id = p.id
  WHERE p.project_id = c.project_id AND p.chain_id = c.id AND p.body_hash IS NOT NULL AND e.to_state = 'live')`
