import type { Tx } from '@/lib/db/client'
import { servedVersion } from '@/lib/engine/regression/served-version'
import type { VersionState } from '../gates/chain-versions'
import { announce } from '../live/announce'

type Open = { id: string; chainId: string; version: string; state: VersionState; isOpen: boolean }

/**
 * Ends what still waits or runs of the versions of these chains that were taken back or that no longer serve: nobody needs the
 * answer. Called by whatever moves what serves, in its transaction. What is under way may still be reported.
 */
export async function cancelOvertaken(
  tx: Tx,
  projectId: string,
  chainIds: readonly string[],
  now: Date,
): Promise<void> {
  const versions = await tx.$queryRaw<Open[]>`
    SELECT v.id, v.chain_id AS "chainId", v.version, v.state, EXISTS (
      SELECT 1 FROM trial t WHERE t.project_id = v.project_id AND t.version_id = v.id AND t.status IN ('queued', 'running')
    ) AS "isOpen"
    FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ANY(${chainIds}::uuid[])`
  if (!versions.some(({ isOpen }) => isOpen)) return
  const ended = [...Map.groupBy(versions, ({ chainId }) => chainId).values()].flatMap((own) => {
    const served = servedVersion(own)
    return own.flatMap((row) => {
      const why = row.isOpen ? whyOver(row, served) : null
      return why === null ? [] : [{ id: row.id, why }]
    })
  })
  if (ended.length === 0) return
  await tx.$executeRaw`
    UPDATE trial t SET status = 'cancelled', error = x.why, ended_at = ${now}, due_at = NULL
    FROM unnest(${ended.map(({ id }) => id)}::uuid[], ${ended.map(({ why }) => why)}::text[]) AS x(version_id, why)
    WHERE t.project_id = ${projectId}::uuid AND t.version_id = x.version_id AND t.status IN ('queued', 'running')`
  for (const { id } of ended) await announce(tx, { project: projectId, topic: 'trials', id })
}

function whyOver({ version, state }: Open, served: Open | null): string | null {
  if (state === 'rolled_back') return `${version} was rolled back`
  if (state === 'halted') return `${version} was halted`
  return state === 'live' && served && served.version !== version ? `${served.version} supersedes ${version}` : null
}
