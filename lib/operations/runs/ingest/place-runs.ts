import type { Tx } from '@/lib/db/client'
import { makeVersions } from './ensure-versions'
import { findSettings, isMade, versionKey } from './find-settings'
import type { IncomingRun, MeasuredIncoming } from './to-rows'

const isPlaced = (item: MeasuredIncoming): item is IncomingRun => isMade(item.settings)

/**
 * Gives every run its version, in the transaction that inserts it. Versions and chains that are not there are made, and named
 * in `made`: the caller takes back those that no run went into after all.
 */
export async function placeRuns(
  tx: Tx,
  projectId: string,
  runs: readonly MeasuredIncoming[],
  now: Date,
): Promise<{ placed: IncomingRun[]; made: string[] }> {
  if (runs.every(isPlaced)) return { placed: [...runs], made: [] }
  const named = new Map(runs.filter((item) => !isPlaced(item)).map(({ run }) => [versionKey(run), run]))
  const made = await makeVersions(tx, projectId, [...named.values()], { now })
  const found = await findSettings(tx, projectId, [...named.values()])
  const placed = runs.map((item): IncomingRun => {
    if (isPlaced(item)) return item
    const settings = found.get(versionKey(item.run))
    if (!settings || !isMade(settings)) throw new Error(`no version ${item.run.chain}@${item.run.version}`)
    const { chainId, versionId, state } = settings
    // What it was measured by stays: the configuration may have changed since.
    return { ...item, settings: { ...item.settings, chainId, versionId, state } }
  })
  return { placed, made }
}
