import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Db, Tx } from '@/lib/db/client'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { invalidInput } from '../errors'
import { findRunId } from '../runs/find'
import type { NamedRun } from './record'

/**
 * Returns the configuration for a check: that of its run's chain or of the named chain, else the project's. A chain without runs has no
 * configuration yet.
 * @throws invalid_input when the run belongs to another chain than the named one
 */
export async function checkedConfiguration(
  db: Db | Tx,
  projectId: string,
  { runId, chain }: Pick<NamedRun, 'runId' | 'chain'>,
): Promise<EffectiveConfiguration> {
  const ofRun = runId === undefined ? null : await findChainOfRun(db, projectId, runId)
  if (ofRun && chain !== undefined && ofRun.name !== chain)
    throw invalidInput([{ path: 'chain', message: `this run is of the chain ${ofRun.name}` }])
  const found = ofRun ?? (chain === undefined ? null : await findChain(db, projectId, chain))
  return loadEffectiveConfiguration(db, projectId, found?.id)
}

const named = { id: true, name: true } as const

async function findChainOfRun(db: Db | Tx, projectId: string, name: string) {
  const id = await findRunId(db, projectId, name)
  if (id === null) return null
  const run = await db.run.findUniqueOrThrow({ where: { projectId_id: { projectId, id } }, select: { chainId: true } })
  return db.chain.findUniqueOrThrow({ where: { projectId_id: { projectId, id: run.chainId } }, select: named })
}

function findChain(db: Db | Tx, projectId: string, name: string) {
  return db.chain.findUnique({ where: { projectId_name: { projectId, name } }, select: named })
}
