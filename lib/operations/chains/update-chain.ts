import { updateChain as contract } from '@/lib/contracts/chains'
import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import { inTransaction, type ProjectContext } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { loadChain } from './load-chains'

const settings = {
  profile: true,
  maxAttempts: true,
  regressionThreshold: true,
  minLiveRuns: true,
  gateHours: true,
} as const

/** Changes how a chain's runs are judged from here on. Nothing that is stored is derived anew. */
export const updateChain = operation(contract, (ctx, { chain: name, ...change }) =>
  inTransaction(ctx, async (tx) => {
    const id = await lockChain(tx, ctx, name)
    const where = { projectId_id: { projectId: ctx.project.id, id } }
    const before = await tx.chain.findUniqueOrThrow({ where, select: settings })
    const after = await tx.chain.update({ where, data: change, select: settings })
    await audit(tx, ctx, 'chain.update', `chain:${id}`, before, after)
    await announce(tx, { project: ctx.project.id, topic: 'chains' })
    return { chain: await loadChain(tx, ctx.project.id, name), notes: notesOn(before, after) }
  }),
)

async function lockChain(tx: Tx, ctx: ProjectContext, name: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM chain WHERE project_id = ${ctx.project.id}::uuid AND name = ${name} FOR NO KEY UPDATE`
  if (!row) throw notFound('chain')
  return row.id
}

type Settings = { profile: string; maxAttempts: number; gateHours: number }

function notesOn(before: Settings, after: Settings): string[] {
  const notes: string[] = []
  if (before.profile !== after.profile)
    notes.push(
      'Runs already scored keep their scores, so that means hold both kinds. Rescore to replay history as a new series.',
    )
  if (before.maxAttempts !== after.maxAttempts)
    notes.push('Runs already decided keep their decision; the new number of attempts holds for the next runs.')
  if (before.gateHours !== after.gateHours) notes.push('Gates that are open keep their deadline.')
  return notes
}
