import { z } from 'zod'
import { addTrials as contract } from '@/lib/contracts/trials'
import { scenario } from '@/lib/contracts/versions'
import { planTrials } from '@/lib/engine/trials/plan-trials'
import { audit } from '../audit'
import { actorName, inTransaction } from '../context'
import { AppError } from '../errors'
import { listChainVersions, servedIf } from '../gates/chain-versions'
import { operation } from '../operation'
import { addVersionEvent } from '../versions/add-version-event'
import { readExecutor } from '../versions/executor'
import { findVersion } from '../versions/find-version'
import { queueTrials } from './queue-trials'

const MAX_WAITING = 1000

/** More runs of a version, where those so far do not settle how good it is. They take turns over the scenarios. */
export const addTrials = operation(contract, (ctx, { chain, version: name, kind, count }) => {
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const version = await findVersion(tx, projectId, chain, name)
    await tx.$queryRaw`
      SELECT 1 FROM chain_version WHERE project_id = ${projectId}::uuid AND id = ${version.id}::uuid FOR NO KEY UPDATE`
    if (version.state === 'rolled_back' || version.state === 'halted')
      throw new AppError('conflict', `${name} was taken back: more runs of it decide nothing`)
    const executor = readExecutor(version.executor)
    const tasks = z.array(scenario).parse(version.scenarios ?? [])
    if (!executor || tasks.length === 0)
      throw new AppError('conflict', `${name} names no executor: send its runs, or publish a version that names one`)
    const from = await tx.trial.count({ where: { projectId, versionId: version.id, kind } })
    const waiting = await tx.trial.count({ where: { projectId, versionId: version.id, status: 'queued' } })
    if (waiting + count > MAX_WAITING)
      throw new AppError('conflict', `${waiting} trials of ${name} wait already: at most ${MAX_WAITING} may`)
    const planned = planTrials(tasks, { kind, count, from })
    const added = await queueTrials(tx, ctx, { versionId: version.id, isHttp: executor.kind === 'http' }, planned)
    const versions = await listChainVersions(tx, projectId, [version.chainId])
    const own = versions.find((row) => row.id === version.id)
    if (own)
      await addVersionEvent(tx, {
        projectId,
        versionId: version.id,
        kind: 'trials_added',
        by: actorName(ctx.actor),
        reason: `${added} ${kind === 'live' ? 'live' : 'dry'}`,
        fromState: own.state,
        toState: own.state,
        servedVersion: servedIf(versions, own.id, own.state),
        at: ctx.now(),
      })
    await audit(tx, ctx, 'trials.added', `version:${version.id}`, null, { version: name, kind, added })
    return { added }
  })
})
