import { getServedVersion as contract } from '@/lib/contracts/versions'
import { servedVersion } from '@/lib/engine/regression/served-version'
import { notFound } from '../errors'
import { operation } from '../operation'

type Row = { version: string | null; state: string | null; publishedAt: Date | null }

/** One read by index: the chain, and those of its versions that may serve. */
export const getServedVersion = operation(contract, async (ctx, { chain }) => {
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT v.version, v.state, v.published_at AS "publishedAt"
    FROM chain c LEFT JOIN chain_version v ON v.project_id = c.project_id AND v.chain_id = c.id AND v.state = 'live'
    WHERE c.project_id = ${ctx.project.id}::uuid AND c.name = ${chain}`
  if (rows.length === 0) throw notFound('chain')
  const served = servedVersion(
    rows.flatMap(({ version, state, publishedAt }) => (version && state ? [{ version, state, publishedAt }] : [])),
  )
  return { chain, version: served?.version ?? null, publishedAt: served?.publishedAt?.toISOString() ?? null }
})
