import { v7 as uuid } from 'uuid'
import * as contracts from '@/lib/contracts/project-judges'
import type { Tx } from '@/lib/db/client'
import type { ProjectJudge } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { AppError, invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { refusePrivate } from '../outbound/addresses'
import { shownAddress } from './endpoint'
import { findJudges, sealKey, toJudgeView } from './judges'

const MAX_JUDGES = 10

export const addJudge = operation(contracts.addJudge, async (ctx, { apiKey, ...draft }) => {
  await refusePrivate(draft.baseUrl, 'baseUrl')
  const given = { ...draft, baseUrl: shownAddress(draft) }
  const projectId = ctx.project.id
  const id = uuid()
  return inTransaction(ctx, async (tx) => {
    const others = await lockJudges(tx, projectId)
    if (others.length >= MAX_JUDGES)
      throw new AppError('conflict', `a project has at most ${MAX_JUDGES} judges: remove one first`)
    assertNameIsFree(others, given.name)
    const now = ctx.now()
    const row = await tx.projectJudge.create({
      data: {
        ...given,
        projectId,
        id,
        apiKey: apiKey === undefined ? null : sealKey({ projectId, id }, apiKey),
        rank: (others.at(-1)?.rank ?? 0) + 1,
        createdAt: now,
        updatedAt: now,
      },
    })
    await audit(tx, ctx, 'judge.added', { subject: `judge:${id}`, after: onRecord(row) })
    await announce(tx, { project: projectId, topic: 'judge' })
    return { judge: toJudgeView(row) }
  })
})

/** Changing a judge's address or kind requires the API key again, so that a stored key is never sent elsewhere. */
export const updateJudge = operation(
  contracts.updateJudge,
  async (ctx, { judgeId: id, apiKey, isFirst, baseUrl, ...more }) => {
    if (baseUrl !== undefined) await refusePrivate(baseUrl, 'baseUrl')
    const given = { ...more, ...(baseUrl !== undefined && { baseUrl: shownAddress({ baseUrl }) }) }
    const projectId = ctx.project.id
    return inTransaction(ctx, async (tx) => {
      const all = await lockJudges(tx, projectId)
      const before = findOne(all, id)
      const others = all.filter((other) => other.id !== id)
      if (given.name !== undefined) assertNameIsFree(others, given.name)
      const moves = { ...before, ...given }
      if (
        apiKey === undefined &&
        before.apiKey !== null &&
        (moves.baseUrl !== before.baseUrl || moves.kind !== before.kind)
      )
        throw invalidInput([{ path: 'apiKey', message: 'give the key again, since it would go to another address' }])
      const row = await tx.projectJudge.update({
        where: { projectId_id: { projectId, id } },
        data: {
          ...given,
          ...(apiKey !== undefined && { apiKey: apiKey === null ? null : sealKey(before, apiKey) }),
          ...(isFirst && { rank: (all[0]?.rank ?? 1) - (all[0]?.id === id ? 0 : 1) }),
          updatedAt: ctx.now(),
        },
      })
      const isKeyNew = apiKey !== undefined
      await audit(tx, ctx, 'judge.changed', {
        subject: `judge:${id}`,
        before: onRecord(before),
        after: { ...onRecord(row), isKeyNew },
      })
      await announce(tx, { project: projectId, topic: 'judge' })
      return { judge: toJudgeView(row) }
    })
  },
)

export const removeJudge = operation(contracts.removeJudge, (ctx, { judgeId: id }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const before = findOne(await lockJudges(tx, projectId), id)
    await tx.projectJudge.delete({ where: { projectId_id: { projectId, id } } })
    await audit(tx, ctx, 'judge.removed', { subject: `judge:${id}`, before: onRecord(before) })
    await announce(tx, { project: projectId, topic: 'judge' })
    return { removed: true as const }
  }),
)

/** Lists the judges in order and serializes changes to them, so that names and ranks stay unique. */
async function lockJudges(tx: Tx, projectId: string): Promise<ProjectJudge[]> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`judges:${projectId}`}, 0))::text`
  return findJudges(tx, projectId)
}

function findOne(all: readonly ProjectJudge[], id: string): ProjectJudge {
  const found = all.find((judge) => judge.id === id)
  if (!found) throw notFound('judge')
  return found
}

function assertNameIsFree(others: readonly ProjectJudge[], name: string): void {
  if (others.some((other) => other.name === name))
    throw invalidInput([{ path: 'name', message: 'another judge of the project has this name' }])
}

function onRecord(row: ProjectJudge) {
  const { name, kind, model, rank, apiKey, inputUsdPerMillion, outputUsdPerMillion } = row
  const prices = { inputUsdPerMillion, outputUsdPerMillion }
  return { name, kind, model, rank, endpoint: shownAddress(row), hasKey: apiKey !== null, ...prices }
}
