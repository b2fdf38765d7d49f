import { putVersion as contract } from '@/lib/contracts/chains'
import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { toStorableJson } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { ensureVersion } from '../ingest/version'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { refuseUnusableSchema } from '../versions/schema'
import { loadChain } from './get'

type Declared = { contract: Prisma.JsonValue; criteria: Prisma.JsonValue }
type Known = Declared & { isPublished: boolean }

/**
 * Declares a version, creating it if needed. Its contract and criteria apply to runs that arrive from now on; omitted ones stay
 * as they are. The first person to declare a version is its author. A published version cannot be changed.
 */
export const putVersion = operation(contract, async (ctx, input) => {
  await refuseUnusableSchema(ctx, input.contract?.schema)
  return inTransaction(ctx, async (tx) => {
    const { versionId } = await ensureVersion(tx, ctx.project.id, input, { now: ctx.now() })
    const { isPublished, ...before } = await readDeclared(tx, ctx.project.id, versionId)
    if (isPublished)
      throw new AppError('conflict', `${input.version} is published and stays as it is: publish a higher version`)
    await storeDeclared(tx, ctx, versionId, input)
    const { isPublished: _, ...after } = await readDeclared(tx, ctx.project.id, versionId)
    await audit(tx, ctx, 'version.put', `version:${versionId}`, before, after)
    await announce(tx, { project: ctx.project.id, topic: 'chains' })
    return { chain: await loadChain(tx, ctx.project.id, input.chain) }
  })
})

async function readDeclared(tx: Tx, projectId: string, versionId: string): Promise<Known> {
  const [row] = await tx.$queryRaw<Known[]>`
    SELECT contract, criteria, body_hash IS NOT NULL AS "isPublished" FROM chain_version WHERE project_id = ${projectId}::uuid AND id = ${versionId}::uuid FOR UPDATE`
  if (!row) throw notFound('chain version')
  return row
}

type Input = { contract?: unknown; criteria?: unknown }

async function storeDeclared(tx: Tx, ctx: ProjectContext, versionId: string, input: Input): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : toStorableJson(value))
  await tx.$executeRaw`
    UPDATE chain_version SET contract = coalesce(${json(input.contract)}::jsonb, contract),
      criteria = coalesce(${json(input.criteria)}::jsonb, criteria),
      author_id = coalesce(author_id, ${personOf(ctx.actor)?.userId ?? null}::uuid)
    WHERE project_id = ${ctx.project.id}::uuid AND id = ${versionId}::uuid`
}
