import type { Tx } from '@/lib/db/client'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { listChainVersions, priorOf } from './chain-versions'
import type { NewGate } from './insert-gates'

/** What a gate is about, the title it has unless told otherwise, and the hours and approvals its chain asks for. */
export type Subject = Pick<NewGate, 'chainId' | 'versionId' | 'priorVersionId' | 'runId' | 'title'> & {
  gateHours: number
  gateQuorum: number
}

/** @throws not_found when the project has no run of that id of ours. */
export async function runSubject(tx: Tx, ctx: ProjectContext, runId: string): Promise<Subject> {
  const run = await tx.runSummary.findUnique({ where: { projectId_id: { projectId: ctx.project.id, id: runId } } })
  const chain =
    run && (await tx.chain.findUnique({ where: { projectId_id: { projectId: ctx.project.id, id: run.chainId } } }))
  if (!run || !chain) throw notFound('run')
  const { chainId, versionId, clientId } = run
  const { gateHours, gateQuorum } = chain
  return { chainId, versionId, priorVersionId: null, runId, title: `Review ${clientId}`, gateHours, gateQuorum }
}

/** @throws not_found when the project has no such version of the chain. */
export async function versionSubject(tx: Tx, ctx: ProjectContext, name: string, version: string): Promise<Subject> {
  const chain = await tx.chain.findUnique({ where: { projectId_name: { projectId: ctx.project.id, name } } })
  const versions = chain ? await listChainVersions(tx, ctx.project.id, [chain.id]) : []
  const current = versions.find((row) => row.version === version)
  if (!chain || !current) throw notFound('chain version')
  const prior = priorOf(versions, current)
  return {
    chainId: chain.id,
    versionId: current.id,
    priorVersionId: prior?.id ?? null,
    runId: null,
    title: `Keep ${name} ${version}?`,
    gateHours: chain.gateHours,
    gateQuorum: chain.gateQuorum,
  }
}
