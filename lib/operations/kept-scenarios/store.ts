import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type KeptScenario as KeptScenarioView, keptFault } from '@/lib/contracts/kept-scenarios'
import type { Db, Tx } from '@/lib/db/client'
import type { KeptScenario } from '@/lib/db/generated/client'
import { canonicalJson } from '@/lib/engine/audit/canonical-json'
import { notFound } from '../errors'

/** The most scenarios of a chain in use, since each is run with every version. */
export const MOST_KEPT = 200

/** Hashes a request independently of the order of its fields. */
export const requestHash = (request: unknown) => createHash('sha256').update(canonicalJson(request)).digest('hex')

/** Lists the scenarios in use of a chain, oldest first. */
export function listInUse(db: Db | Tx, projectId: string, chainId: string): Promise<KeptScenario[]> {
  return db.keptScenario.findMany({
    where: { projectId, chainId, retiredAt: null },
    orderBy: [{ keptAt: 'asc' }, { id: 'asc' }],
    take: MOST_KEPT,
  })
}

const faults = z.array(keptFault)
export const readFaults = (stored: unknown) => faults.parse(stored)

/** Returns the API views of these scenarios, with the names of their chain and versions. */
export async function listKeptViews(
  db: Db | Tx,
  projectId: string,
  rows: readonly Omit<KeptScenario, 'request'>[],
): Promise<KeptScenarioView[]> {
  const versions = await db.chainVersion.findMany({
    where: { projectId, id: { in: [...new Set(rows.map(({ versionId }) => versionId))] } },
    select: { id: true, version: true, chain: { select: { name: true } } },
  })
  const byId = new Map(versions.map((version) => [version.id, version]))
  return rows.map((row) => {
    const version = byId.get(row.versionId)
    if (!version) throw notFound('version')
    const { id, name, scenario, expected, runId, by, retiredBy } = row
    return {
      ...{ id, name, scenario, expected, runId, by, retiredBy },
      chain: version.chain.name,
      version: version.version,
      faults: readFaults(row.faults),
      keptAt: row.keptAt.toISOString(),
      retiredAt: row.retiredAt?.toISOString() ?? null,
    }
  })
}
