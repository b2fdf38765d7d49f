import { seededRng } from '@/lib/engine/stats/seeded-rng'
import { putVersion } from '@/lib/operations/chains/put-version'
import type { ProjectContext } from '@/lib/operations/context'
import { findSettings, isMade, type VersionSettings, versionKey } from '@/lib/operations/runs/ingest/find-settings'
import { promised } from './shapes'

const NAMES = 'answers research planner extractor reviewer translator coder reporter router summarizer'.split(' ')
const SEED = 77

export const CHAINS = NAMES.length
export const VERSIONS = 5

/** A version with how well it does, 0 to 1. `chain` and `version` count from 0. */
export type DrawnVersion = { chain: number; version: number; settings: VersionSettings; quality: number }

type Named = Pick<DrawnVersion, 'quality'> & { at: { chain: number; version: number }; chain: string; version: string }

/** The chains and their versions, declared like anybody's. Most versions are a little better, some are worse. */
export async function declareChains(ctx: ProjectContext): Promise<DrawnVersion[]> {
  const named = nameVersions()
  const known = await findSettings(ctx.db, ctx.project.id, named)
  for (const { chain, version } of named)
    if (!known.get(versionKey({ chain, version }))?.contract) await putVersion.run(ctx, { chain, version, ...promised })
  const settings = await findSettings(ctx.db, ctx.project.id, named)
  return named.flatMap(({ at, quality, ...names }) => {
    const own = settings.get(versionKey(names))
    return own && isMade(own) ? [{ ...at, quality, settings: own }] : []
  })
}

function nameVersions(): Named[] {
  const draw = seededRng(SEED)
  return NAMES.flatMap((chain, chainAt) => {
    let quality = 0.55 + 0.2 * draw()
    return Array.from({ length: VERSIONS }, (_, version) => {
      quality = Math.min(0.97, Math.max(0.2, quality + (draw() < 0.2 ? -0.25 : 0.12 * draw())))
      return { at: { chain: chainAt, version }, chain, version: `1.${version}.0`, quality }
    })
  })
}
