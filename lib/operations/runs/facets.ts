import { runFacets as contract } from '@/lib/contracts/runs'
import { bands, decisions, failureClasses, grades } from '@/lib/contracts/vocabulary'
import { operation } from '../operation'

/** What runs can be filtered by. Versions stand newest first. */
export const runFacets = operation(contract, async (ctx) => {
  const chains = await ctx.db.chain.findMany({
    where: { projectId: ctx.project.id },
    select: { name: true, versions: { select: { version: true }, orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }] } },
    orderBy: { name: 'asc' },
  })
  return {
    chains: chains.map((chain) => ({ name: chain.name, versions: chain.versions.map((item) => item.version) })),
    grades: [...grades],
    bands: [...bands],
    decisions: [...decisions],
    failureClasses: [...failureClasses],
  }
})
