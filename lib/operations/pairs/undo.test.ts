import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { listAuditEvents } from '../audit-log/read'
import type { Context } from '../context'
import { deleteRuns } from '../erasure/delete-runs'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { answerFor, makePairs, next, resultOf, versions } from '../testing/pairs'
import { toAppError } from '../to-app-error'
import { decidePair, undoPair } from './answer'
import { nextPair, skipPair } from './claim'
import { getPairResult } from './outcomes'
import { revealPairs } from './reveal'

type Choice = 'first' | 'second' | 'equal'

/** Answers the next pair; returns it with what names the answer. */
async function answerNext(who: Context, choice: Choice = 'first', note?: string) {
  const pair = await next(who)
  if (!pair) throw new Error('no pair is left')
  const { verdictId } = await decidePair.run(who, { pairId: pair.id, choice, ...(note && { note }) })
  return { pair, pairId: pair.id, verdictId }
}

const undo = (who: Context, { pairId, verdictId }: { pairId: string; verdictId: string }) =>
  undoPair.run(who, { pairId, verdictId })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => toAppError(error).code,
  )
const later = (who: Context, minutes: number): Context => ({
  ...who,
  now: () => new Date(Date.now() + minutes * 60_000),
})

describe('an answer on a pair that is taken back', () => {
  it('gives its author the same pair again with the sides in the same places, before one they have been given since', async () => {
    const { ada } = await makePairs(6)
    for (let count = 0; count < 3; count++) {
      const given = await answerNext(ada, 'first', 'It is clearer.')
      const since = await next(ada)
      expect(await undo(ada, given)).toEqual({ isHeld: true })
      expect(await nextPair.run(ada, versions)).toMatchObject({ pair: given.pair, answered: count })
      await decidePair.run(ada, { pairId: given.pairId, choice: 'second' })
      expect(await next(ada)).toEqual(since)
    }
  })

  it('counts no more, and stays on record beside the row that takes it back', async () => {
    const { ada, key, project } = await makePairs(1)
    const given = await answerNext(ada, 'equal', 'Both will do.')
    expect(await resultOf(key)).toMatchObject({ answered: 1, verdicts: 1, people: 1, wins: { ties: 1 } })
    await undo(ada, given)
    const nothing = { answered: 0, verdicts: 0, people: 0, wins: { aWins: 0, bWins: 0, ties: 0, interval: null } }
    expect(await getPairResult.run(key, versions)).toMatchObject({ result: nothing, outcomes: [] })
    expect(await getPairResult.run(ada, versions)).toMatchObject({ outcomes: null, unanswered: 1, changeable: 0 })
    await expect(revealPairs.run(ada, versions)).rejects.toMatchObject({ code: 'conflict' })
    const rows = await getDb().pairVerdict.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } })
    expect(rows).toMatchObject([
      { id: given.verdictId, choice: 'equal', note: 'Both will do.', retracts: null },
      { choice: null, note: null, retracts: given.verdictId, by: 'Ada' },
    ])
    const side = await answerFor(ada, 'one')
    expect(side).toBe(1)
    expect(await resultOf(key)).toMatchObject({ verdicts: 1, wins: { aWins: 1, ties: 0 } })
    expect((await revealPairs.run(ada, versions)).given).toHaveLength(1)
  })

  it('is any of their own, also after the last pair, until they are shown which side was which', async () => {
    const { ada, as } = await makePairs(3)
    const given = [await answerNext(ada, 'first', 'Short.'), await answerNext(ada, 'second'), await answerNext(ada)]
    const { own } = await nextPair.run(ada, versions)
    expect(own).toMatchObject([
      { pairId: given[2]?.pairId, verdictId: given[2]?.verdictId, choice: 'first', note: null },
      { pairId: given[1]?.pairId, choice: 'second' },
      { pairId: given[0]?.pairId, choice: 'first', note: 'Short.', scenario: given[0]?.pair.scenario },
    ])
    for (const word of ['1.0.0', '1.1.0', 'aRunId', 'shownFirst']) expect(JSON.stringify(own)).not.toContain(word)
    const [first] = given
    if (!first) return
    await undo(ada, first)
    expect(await nextPair.run(ada, versions)).toMatchObject({ pair: first.pair, answered: 2, own: { length: 2 } })
    const again = await answerNext(ada, 'equal')
    expect(again.pairId).toBe(first.pairId)
    await revealPairs.run(ada, versions)
    for (const answer of [again, given[1], given[2]]) expect(await codeOf(undo(ada, answer ?? again))).toBe('conflict')
    expect(await nextPair.run(ada, versions)).toMatchObject({ pair: null, answered: 3, own: [] })
    expect(await resultOf(await as('viewer'))).toMatchObject({ verdicts: 3 })
  })

  it('stays after the others were left, whichever sides named them', async () => {
    const { ada, project } = await makePairs(2)
    const given = await answerNext(ada)
    const row = await getDb().runPair.findFirstOrThrow({ where: { projectId: project.id, id: given.pairId } })
    await revealPairs.run(ada, { runs: [row.aRunId, row.bRunId], leave: true })
    expect(await codeOf(undo(ada, given))).toBe('conflict')
  })

  it('is only that of its author, once, and one that there is', async () => {
    const { ada, as, key } = await makePairs(2)
    const given = await answerNext(ada)
    for (const who of [await as('admin', 'Rita'), await as('viewer'), key])
      expect(await codeOf(undo(who, given))).toBe('forbidden')
    expect(await codeOf(undo(ada, { ...given, verdictId: crypto.randomUUID() }))).toBe('not_found')
    await undo(ada, given)
    expect(await codeOf(undo(ada, given))).toBe('conflict')
    // The row that takes an answer back is none.
    const row = await getDb().pairVerdict.findFirstOrThrow({ where: { retracts: given.verdictId } })
    expect(await codeOf(undo(ada, { ...given, verdictId: row.id }))).toBe('not_found')
    await decidePair.run(ada, { pairId: given.pairId, choice: 'equal' })
    // A second tab that still shows the first answer must not take the second one back.
    expect(await codeOf(undo(ada, given))).toBe('conflict')
    expect(await resultOf(key)).toMatchObject({ verdicts: 1, wins: { ties: 1 } })
  })

  it('is taken back once by two requests at the same time, and answered once again in two tabs', async () => {
    const { ada, key } = await makePairs(1)
    const given = await answerNext(ada)
    const undone = await Promise.all([codeOf(undo(ada, given)), codeOf(undo(ada, given))])
    expect(undone.toSorted()).toEqual(['conflict', 'done'])
    const tabs = await Promise.all([next(ada), next(ada)])
    expect(tabs).toEqual([given.pair, given.pair])
    const answers = await Promise.all(
      (['first', 'second'] as const).map((choice) => codeOf(decidePair.run(ada, { pairId: given.pairId, choice }))),
    )
    expect(answers.toSorted()).toEqual(['conflict', 'done'])
    expect(await resultOf(key)).toMatchObject({ answered: 1, verdicts: 1 })
  })

  it('either comes before the sides are shown or stays, if both are asked for at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const { ada, key } = await makePairs(2)
      await answerFor(ada, 'equal')
      const [answer] = (await nextPair.run(ada, versions)).own
      const given = { pairId: answer?.pairId ?? '', verdictId: answer?.verdictId ?? '' }
      const both = await Promise.all([codeOf(undo(ada, given)), codeOf(revealPairs.run(ada, versions))])
      expect(both.toSorted()).toEqual(['conflict', 'done'])
      expect(await resultOf(key)).toMatchObject({ verdicts: both[0] === 'done' ? 1 : 2 })
    }
  })

  it('does not take the pair from another person, and gives it back afterwards with the sides in the same places', async () => {
    for (let round = 0; round < 4; round++) {
      const { ada, as, key } = await makePairs(1)
      const bo = await as('reviewer', 'Bo')
      const given = await answerNext(ada)
      expect((await next(bo))?.id).toBe(given.pairId)
      expect(await undo(ada, given)).toEqual({ isHeld: false })
      expect(await nextPair.run(ada, versions)).toMatchObject({ pair: null, busy: 1, answered: 0 })
      await decidePair.run(bo, { pairId: given.pairId, choice: 'equal' })
      expect(await next(ada)).toEqual(given.pair)
      expect(await resultOf(key)).toMatchObject({ verdicts: 1, people: 1 })
    }
  })

  it('leaves one of two people with the pair, if the other claims it at the same time', async () => {
    const { ada, as } = await makePairs(1)
    const bo = await as('reviewer', 'Bo')
    const given = await answerNext(ada)
    const [{ isHeld }, claimed] = await Promise.all([undo(ada, given), next(bo)])
    if (claimed) expect(isHeld).toBe(false)
    const holders = await Promise.all([ada, bo].map(async (who) => ((await next(who)) ? who : null)))
    expect(holders.filter(Boolean)).toHaveLength(1)
  })

  it('gives back a pair that was skipped in another window meanwhile, and one whose claim has expired', async () => {
    const { ada } = await makePairs(3)
    const given = await answerNext(ada)
    await skipPair.run(ada, { pairId: given.pairId })
    await undo(ada, given)
    await next(ada)
    expect(await next(later(ada, 11))).toEqual(given.pair)
  })

  it('is gone with a run of its pair, also with one that is deleted at the same moment', async () => {
    const { ada, as, project } = await makePairs(3)
    const admin = await as('admin')
    const runOf = async (pairId: string) =>
      (await getDb().runPair.findFirstOrThrow({ where: { projectId: project.id, id: pairId } })).aRunId
    const first = await answerNext(ada)
    await deleteRuns.run(admin, { runIds: [await runOf(first.pairId)] })
    expect(await codeOf(undo(ada, first))).toBe('not_found')
    expect(await nextPair.run(ada, versions)).toMatchObject({ pairs: 2, answered: 0, own: [] })

    const second = await answerNext(ada, 'equal', 'A secret.')
    const runId = await runOf(second.pairId)
    // The undo is written, and waits for the end of the audit log; the deletion waits for the pair.
    const pending: Promise<string>[] = []
    await inTransaction({ db: getDb() }, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM audit_head WHERE project_id = ${project.id}::uuid FOR UPDATE`
      pending.push(codeOf(undo(ada, second)))
      await untilLockIsWaitedFor(tx)
      pending.push(codeOf(deleteRuns.run(admin, { runIds: [runId] })))
      await untilLockIsWaitedFor(tx, 2)
    })
    expect(await Promise.all(pending)).toEqual(['done', 'done'])
    const where = { projectId: project.id, pairId: second.pairId }
    expect(await getDb().pairVerdict.count({ where })).toBe(0)
  })

  it('is in the audit log, which does not give the sides away to whoever has not seen them', async () => {
    const { ada, as } = await makePairs(1)
    const bo = await as('reviewer', 'Bo')
    const given = await answerNext(ada)
    await undo(ada, given)
    await answerNext(ada, 'equal')
    const actions = ['pairs.decided', 'pairs.undone']
    const shown = async (who: Context) => (await listAuditEvents.run(who, { action: actions })).events
    for (const who of [ada, bo])
      expect(await shown(who)).toMatchObject(
        ['pairs.decided', 'pairs.undone', 'pairs.decided'].map((action) => ({
          ...{ action, subject: `pair:${given.pairId}`, actor: 'Ada' },
          ...{ before: null, after: null, isCovered: true },
        })),
      )
    await revealPairs.run(ada, versions)
    for (const who of [ada, await as('viewer')])
      expect(await shown(who)).toMatchObject([
        { after: { choice: 'equal' } },
        { before: { verdictId: given.verdictId }, after: null },
        { after: { verdictId: given.verdictId } },
      ])
  })
})

it('a pair whose run is deleted between its claim and its loading makes way for the next one', async () => {
  const { ada, as, project } = await makePairs(2)
  const admin = await as('admin')
  const deleted: string[] = []
  const db = getDb()
  const runPair = new Proxy(db.runPair, {
    get: (target, name) =>
      name === 'findUnique' && deleted.length === 0
        ? async (query: Parameters<typeof target.findUnique>[0]) => {
            const pair = await db.runPair.findFirstOrThrow({
              where: { projectId: project.id, claimedById: { not: null } },
            })
            deleted.push(pair.id)
            await deleteRuns.run(admin, { runIds: [pair.aRunId] })
            return target.findUnique(query)
          }
        : Reflect.get(target, name),
  })
  const racing = new Proxy(db, { get: (target, name) => (name === 'runPair' ? runPair : Reflect.get(target, name)) })
  const { pair, pairs } = await nextPair.run({ ...ada, db: racing }, versions)
  expect(deleted).toHaveLength(1)
  expect(pair?.id).not.toBe(deleted[0])
  expect(pair).not.toBeNull()
  expect(pairs).toBe(1)
})
