import { claimTrials as contract } from '@/lib/contracts/trials'
import { Prisma } from '@/lib/db/generated/client'
import { actorName, inTransaction } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { readExecutor } from '../versions/executor'
import { findVersion } from '../versions/find-version'
import { leaseTrials } from './lease-trials'
import { toOrder } from './trial-row'

const LEASE_MS = 10 * 60_000

/** A worker on somebody's own machine takes trials of a version that is run locally. Two never get the same. */
export const claimTrials = operation(contract, async (ctx, { chain, version: name, limit, worker }) => {
  const projectId = ctx.project.id
  const version = await findVersion(ctx.db, projectId, chain, name)
  if (readExecutor(version.executor)?.kind !== 'local')
    throw new AppError('conflict', `${name} is not run locally: publish a version whose executor is {"kind": "local"}`)
  const now = ctx.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const by = worker === undefined ? actorName(ctx.actor) : `${actorName(ctx.actor)}, ${worker}`
  const where = Prisma.sql`t.version_id = ${version.id}::uuid`
  const held = await inTransaction(ctx, (tx) => leaseTrials(tx, { projectId, where, limit, by, now, until }))
  return {
    claimed: held.map((trial) => ({ ...toOrder(trial), attempt: trial.attempt })),
    queued: await ctx.db.trial.count({ where: { projectId, versionId: version.id, status: 'queued' } }),
    leaseUntil: until.toISOString(),
  }
})
