import { seededRng } from '@/lib/engine/stats/seeded-rng'
import { putVersion } from '@/lib/operations/chains/put-version'
import type { ProjectContext } from '@/lib/operations/context'
import { ensureVersions, type VersionSettings } from '@/lib/operations/runs/ingest/ensure-versions'
import { promised } from './shapes'

export const CHAINS = 10
export const VERSIONS = 5
const SEED = 77

/** A version with how well it does, 0 to 1. `chain` and `version` count from 0. */
export type DrawnVersion = { chain: number; version: number; settings: VersionSettings; quality: number }

const NAMES = 'answers research planner extractor reviewer translator coder reporter router summarizer'.split(' ')

/** The chains and their versions, declared like anybody's. Most versions are a little better, some are worse. */
export async function declareChains(ctx: ProjectContext): Promise<DrawnVersion[]> {
  const draw = seededRng(SEED)
  const drawn: DrawnVersion[] = []
  for (let chain = 0; chain < CHAINS; chain++) {
    let quality = 0.55 + 0.2 * draw()
    for (let version = 0; version < VERSIONS; version++) {
      quality = Math.min(0.97, Math.max(0.2, quality + (draw() < 0.2 ? -0.25 : 0.12 * draw())))
      const named = { chain: NAMES[chain] ?? `chain-${chain}`, version: `1.${version}.0` }
      const settings = await declare(ctx, named)
      drawn.push({ chain, version, settings, quality })
    }
  }
  return drawn
}

async function declare(ctx: ProjectContext, named: { chain: string; version: string }): Promise<VersionSettings> {
  const known = await findSettings(ctx, named)
  if (known?.contract) return known
  await putVersion.run(ctx, { ...named, ...promised })
  const declared = await findSettings(ctx, named)
  if (!declared) throw new Error(`${named.chain} ${named.version} was declared and is not there`)
  return declared
}

async function findSettings(ctx: ProjectContext, named: { chain: string; version: string }) {
  const settings = await ensureVersions(ctx.db, ctx.project.id, [named], ctx.now())
  return [...settings.values()][0]
}
