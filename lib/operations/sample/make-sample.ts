import { v7 as uuid } from 'uuid'
import type { Db } from '@/lib/db/client'
import { type SampleChain, sampleChains } from '@/lib/sample/sample-chains'
import { putVersion } from '../chains/put-version'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { performRuns } from './perform-runs'

/**
 * Runs the built-in chains and sends what they did through the ingest, as a client would. Ids are fixed, so that whatever is
 * there stays as it is and a job that was cut off goes on.
 * @param now the end of the week that the runs are spread over
 */
export async function makeSample(ctx: ProjectContext, now: Date, chains = sampleChains): Promise<void> {
  await Promise.all(chains.map((chain) => makeChain(ctx, chain, now)))
}

async function makeChain(ctx: ProjectContext, chain: SampleChain, now: Date): Promise<void> {
  const declared = await ctx.db.chainVersion.findMany({
    where: { projectId: ctx.project.id, chain: { name: chain.name } },
    select: { version: true },
  })
  for (const version of chain.versions)
    if (!declared.some((row) => row.version === version))
      await putVersion.run(ctx, { chain: chain.name, version, ...chain.promised })
  await performRuns(ctx, chain.runs(now))
}

/**
 * The context in which the sample is made for a project: on nobody's behalf.
 * @throws not_found when the project is gone
 */
export async function sampleContext(db: Db, projectId: string): Promise<ProjectContext> {
  const project = await db.project.findUnique({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  if (!project) throw notFound('project')
  const actor = { kind: 'system', name: 'Sample project', project } as const
  return { actor, db, now: () => new Date(), requestId: uuid(), project, role: null }
}
