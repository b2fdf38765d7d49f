import { v7 as uuid } from 'uuid'
import type { VersionEvent } from '@/lib/contracts/versions'
import type { Db, Tx } from '@/lib/db/client'
import type { ChainVersion } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import { invalidInput, notFound } from '../errors'

/** Loads the id of a chain by its name. @throws not_found */
export async function loadChainId(db: Db | Tx, projectId: string, name: string): Promise<string> {
  const chain = await db.chain.findUnique({ where: { projectId_name: { projectId, name } }, select: { id: true } })
  if (!chain) throw notFound('chain')
  return chain.id
}

/** Locks a chain until the transaction ends, so that changes of its versions, gates, scenarios and lists are serialized. */
export async function lockChain(tx: Tx, projectId: string, chainId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${projectId}::uuid AND id = ${chainId}::uuid FOR NO KEY UPDATE`
}

/** Loads a version by chain and version name. @throws not_found */
export async function loadVersion(
  db: Db | Tx,
  projectId: string,
  chain: string,
  version: string,
): Promise<ChainVersion> {
  const row = await db.chainVersion.findFirst({ where: { projectId, version, chain: { name: chain } } })
  if (!row) throw notFound('version')
  return row
}

type NewEvent = Omit<VersionEvent, 'id' | 'gateId' | 'at'> & {
  projectId: string
  versionId: string
  gateId?: string
  at: Date
}

/** Appends to the history of a version, in the transaction of the event. */
export async function addVersionEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.versionEvent.create({ data: { id: uuid(), ...event } })
}

/**
 * Rejects a schema that cannot be compiled, since it would fail every run of the version.
 * @throws invalid_input naming `contract.schema`
 */
export async function refuseUnusableSchema(ctx: ProjectContext, schema: unknown): Promise<void> {
  if (schema === undefined) return
  const message = await inEngine(ctx, 'find_schema_fault', schema).catch((error: unknown) => {
    if (error instanceof TooSlow) return error.message
    throw error
  })
  if (message !== null) throw invalidInput([{ path: 'contract.schema', message }])
}
