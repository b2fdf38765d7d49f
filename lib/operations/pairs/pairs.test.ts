import { describe, expect, inject, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { listNotifications } from '../notifications/list'
import { ingest, makeProject, runBody } from '../testing/factories'
import { answerFor, makePairs, next, resultOf, versions } from '../testing/pairs'
import { decidePair } from './answer'
import { askPairs } from './ask'
import { nextPair, skipPair } from './claim'
import { getPairResult } from './outcomes'
import { revealPairs } from './reveal'

describe('pairs of two versions', () => {
  it('are made once from the scenarios that both ran, and notify reviewers', async () => {
    const { asked, as, ada, key } = await makePairs(3)
    expect(asked).toMatchObject({ added: 3, result: { pairs: 3, answered: 0, verdicts: 0 } })
    const admin = await as('admin')
    expect(await askPairs.run(admin, { ...versions, a: versions.b, b: versions.a })).toMatchObject({
      added: 0,
      result: { pairs: 3 },
    })
    expect((await listNotifications.run(ada, {})).notifications).toMatchObject([
      { kind: 'pairs_asked', link: expect.stringContaining('/review/pairs?a=version') },
    ])
    await ingest(key, [runBody({ scenario: 'newer' }), runBody({ scenario: 'newer', version: '1.1.0' })])
    expect(await askPairs.run(admin, versions)).toMatchObject({ added: 1, result: { pairs: 4 } })
  })

  it('are made from runs that have ended', async () => {
    const test = await makeProject()
    const bodies = ['1.0.0', '1.1.0'].map((version) => runBody({ version, scenario: 'asked' }))
    const ids = await ingest(test.key, [...bodies, runBody({ version: '1.1.0', scenario: 'asked', status: 'running' })])
    await askPairs.run(await test.as('admin', 'Rita'), versions)
    const [pair] = await getDb().runPair.findMany({ where: { projectId: test.project.id } })
    expect([pair?.aRunId, pair?.bRunId].toSorted()).toEqual(bodies.map(({ id }) => ids.get(id)).toSorted())
  })

  it('do not reveal the sides before the person is done, and do afterwards', async () => {
    const { ada, project } = await makePairs(1)
    const answer = await nextPair.run(ada, versions)
    const runs = await getDb().run.findMany({ where: { projectId: project.id } })
    const text = JSON.stringify(answer)
    for (const { id, clientId, versionId } of runs)
      for (const word of [id, clientId, versionId]) expect(text).not.toContain(word)
    for (const word of ['1.0.0', '1.1.0', 'quality', 'confidence', 'version', 'runId']) expect(text).not.toContain(word)
    expect(answer.pair).toMatchObject({ scenario: 'scenario 0', request: 'asked scenario 0' })
    const given = await decidePair.run(ada, {
      pairId: answer.pair?.id ?? '',
      choice: 'first',
      note: 'It is clearer.',
    })
    expect(given).toEqual({ verdictId: expect.any(String), choice: 'first', unanswered: 0 })
    const { given: revealed } = await revealPairs.run(ada, versions)
    expect(revealed).toMatchObject([{ choice: 'first' }])
    expect(revealed.flatMap(({ first, second }) => [first.version, second.version]).toSorted()).toEqual([
      '1.0.0',
      '1.1.0',
    ])
    const isOne = JSON.stringify(answer.pair?.first.output).includes('of one')
    expect(revealed[0]?.first.version).toBe(isOne ? '1.0.0' : '1.1.0')
    const [kept] = await getDb().pairVerdict.findMany({ where: { projectId: project.id } })
    expect(kept).toMatchObject({ choice: kept?.shownFirst, by: 'Ada', note: 'It is clearer.' })
  })

  it('stay blind until the last one is answered, in whatever order they are named and as single runs too', async () => {
    const { ada, as, project } = await makePairs(3)
    const turned = { ...versions, a: versions.b, b: versions.a }
    for (const unanswered of [2, 1, 0]) {
      const pair = await next(ada)
      const given = await decidePair.run(ada, { pairId: pair?.id ?? '', choice: 'second' })
      expect(given).toMatchObject({ choice: 'second', unanswered })
      if (unanswered === 0) break
      const row = await getDb().runPair.findFirstOrThrow({ where: { projectId: project.id, id: pair?.id ?? '' } })
      for (const subject of [versions, turned, { runs: [row.aRunId, row.bRunId] }])
        await expect(revealPairs.run(ada, subject)).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining(`${unanswered} unanswered`),
        })
    }
    const { given } = await revealPairs.run(ada, versions)
    expect(given).toHaveLength(3)
    expect(given.every(({ choice }) => choice === 'second')).toBe(true)
    expect(await revealPairs.run(ada, turned)).toEqual({ given })
    expect(await revealPairs.run(await as('reviewer', 'Bo'), { ...versions, leave: true })).toEqual({ given: [] })
  })

  it('that a person leaves are never theirs again, and are still for others', async () => {
    const { ada, as, project } = await makePairs(3)
    const first = await next(ada)
    await decidePair.run(ada, { pairId: first?.id ?? '', choice: 'equal' })
    const held = await next(ada)
    await skipPair.run(ada, { pairId: held?.id ?? '' })
    await next(ada)
    const { given } = await revealPairs.run(ada, { ...versions, leave: true })
    expect(given).toMatchObject([{ choice: 'equal' }])
    expect(await nextPair.run(ada, { ...versions, again: true })).toMatchObject({
      pair: null,
      answered: 1,
      left: 2,
      skipped: 0,
      busy: 0,
    })
    const late = decidePair.run(ada, { pairId: held?.id ?? '', choice: 'first' })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect(await answerFor(await as('reviewer', 'Bo'), 'one')).toBe(3)
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.id, action: 'pairs.left' } })
    expect(events).toHaveLength(1)
    expect(await revealPairs.run(ada, { ...versions, leave: true })).toEqual({ given })
  })

  it('are handed to ten people concurrently as ten different pairs, which they keep', async () => {
    const { as } = await makePairs(10)
    const people = await Promise.all(Array.from({ length: 10 }, () => as('reviewer')))
    const given = await Promise.all(people.map(next))
    expect(new Set(given.map((pair) => pair?.id)).size).toBe(10)
    expect(await Promise.all(people.map(next))).toEqual(given)
    const [late] = [await as('reviewer')]
    expect(await nextPair.run(late, versions)).toMatchObject({ pair: null, busy: 10, answered: 0 })
  })

  it('go to a person once, and to another one after ten minutes', async () => {
    const { ada, as } = await makePairs(1)
    const bo = await as('reviewer', 'Bo')
    const pair = await next(ada)
    expect(await next(bo)).toBeNull()
    const later = { ...bo, now: () => new Date(Date.now() + 11 * 60_000) }
    expect((await next(later))?.id).toBe(pair?.id)
    const late = decidePair.run(ada, { pairId: pair?.id ?? '', choice: 'first' })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    await decidePair.run(later, { pairId: pair?.id ?? '', choice: 'equal' })
    expect(await next(bo)).toBeNull()
    await expect(decidePair.run(bo, { pairId: pair?.id ?? '', choice: 'first' })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await next(ada))?.id).toBe(pair?.id)
  })

  it('that were skipped go to others at once, and to the same person only when they ask for them', async () => {
    const { ada, as } = await makePairs(2)
    const bo = await as('reviewer', 'Bo')
    const skipped = await next(ada)
    await skipPair.run(ada, { pairId: skipped?.id ?? '' })
    await skipPair.run(ada, { pairId: skipped?.id ?? '' })
    const given = [await next(ada), await next(bo)]
    expect(given[0]?.id).not.toBe(skipped?.id)
    expect(given[1]?.id).toBe(skipped?.id)
    await decidePair.run(ada, { pairId: given[0]?.id ?? '', choice: 'equal' })
    const left = { pair: null, answered: 1, pairs: 2, skipped: 1, left: 0, busy: 0, own: [{ choice: 'equal' }] }
    expect(await nextPair.run(ada, versions)).toMatchObject(left)
    expect(await nextPair.run(ada, { ...versions, again: true })).toMatchObject({ ...left, skipped: 0, busy: 1 })
    await skipPair.run(bo, { pairId: skipped?.id ?? '' })
    expect((await next(ada))?.id).toBe(skipped?.id)
    expect(await resultOf(ada)).toMatchObject({ pairs: 2, answered: 1, verdicts: 1 })
    await expect(skipPair.run(bo, { pairId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('count as wins of the version, whichever side was shown first and whichever version is named first', async () => {
    const { ada, as, key } = await makePairs(6)
    expect(await answerFor(ada, 'other')).toBe(6)
    const result = await resultOf(key)
    expect(result).toMatchObject({
      pairs: 6,
      answered: 6,
      verdicts: 6,
      people: 1,
      wins: { aWins: 0, bWins: 6, ties: 0 },
    })
    expect(result.wins?.interval?.[0]).toBeGreaterThan(0.5)
    const turned = await resultOf(key, { ...versions, a: versions.b, b: versions.a })
    expect(turned.wins).toMatchObject({ aWins: 6, bWins: 0 })
    expect(turned.wins?.interval?.[1]).toBeCloseTo(1 - (result.wins?.interval?.[0] ?? 0), 9)
    expect(await answerFor(await as('reviewer', 'Bo'), 'one')).toBe(6)
    expect(await resultOf(key)).toMatchObject({
      people: 2,
      wins: { aWins: 0, bWins: 0, ties: 6, interval: null },
    })
  })

  it('open by who won them, unless that would give away one that waits for the caller', async () => {
    const { ada, as, key, project } = await makePairs(2)
    const bo = await as('reviewer', 'Bo')
    const vera = await as('viewer', 'Vera')
    const outcomesOf = async (who: Context, subject: object = versions) => getPairResult.run(who, subject)
    const first = await next(ada)
    const isFirst = JSON.stringify(first?.first.output).includes('of one')
    await decidePair.run(ada, { pairId: first?.id ?? '', choice: isFirst ? 'first' : 'second' })
    const turned = { ...versions, a: versions.b, b: versions.a }
    for (const who of [ada, bo])
      for (const subject of [versions, turned])
        expect(await outcomesOf(who, subject)).toMatchObject({
          result: { answered: 1, wins: null },
          outcomes: null,
          unanswered: who === ada ? 1 : 2,
          changeable: who === ada ? 1 : 0,
        })
    const where = { projectId: project.id }
    const runs = await getDb().run.findMany({ where })
    const known = await getDb().chainVersion.findMany({ where })
    const versionOf = (runId = '') =>
      known.find(({ id }) => id === runs.find((run) => run.id === runId)?.versionId)?.version
    for (const who of [key, vera]) {
      const { outcomes, unanswered } = await outcomesOf(who)
      expect(outcomes).toMatchObject([{ winner: 'a', verdicts: 1, scenario: first?.scenario }])
      expect([versionOf(outcomes?.[0]?.aRunId), versionOf(outcomes?.[0]?.bRunId)]).toEqual(['1.0.0', '1.1.0'])
      expect(unanswered).toBe(0)
      const [other] = (await outcomesOf(who, turned)).outcomes ?? []
      expect(other).toMatchObject({ winner: 'b', aRunId: outcomes?.[0]?.bRunId, bRunId: outcomes?.[0]?.aRunId })
    }
    await revealPairs.run(bo, { ...versions, leave: true })
    expect(await outcomesOf(bo)).toMatchObject({ outcomes: [{ winner: 'a' }], unanswered: 0 })
    await answerFor(ada, 'equal')
    // She may still take them back.
    expect(await outcomesOf(ada)).toMatchObject({
      result: { wins: null },
      outcomes: null,
      unanswered: 0,
      changeable: 2,
    })
    await revealPairs.run(ada, versions)
    const { outcomes, result } = await outcomesOf(ada)
    expect(outcomes?.map(({ winner }) => winner).toSorted()).toEqual(['a', 'equal'])
    expect(result.wins).toMatchObject({ aWins: 1, bWins: 0, ties: 1 })
  })

  it('are shown in random order, and their verdicts are append-only and never signals of runs', async () => {
    const { ada, project } = await makePairs(24)
    await answerFor(ada, 'equal')
    const kept = await getDb().pairVerdict.findMany({ where: { projectId: project.id } })
    expect(new Set(kept.map(({ shownFirst }) => shownFirst))).toEqual(new Set(['a', 'b']))
    expect(await getDb().signal.count({ where: { projectId: project.id } })).toBe(0)
    // Citus has no triggers.
    if (inject('isDistributed')) return
    await expect(
      getDb().pairVerdict.updateMany({ where: { projectId: project.id }, data: { choice: 'a' } }),
    ).rejects.toThrow(/only ever added/)
  })
})

describe('a pair of two attempts', () => {
  it('is requested by its runs', async () => {
    const { key, as } = await makeProject()
    const bodies = [1, 2].map((attempt) =>
      runBody({ execution: 'refund', attempt, output: { answer: `try ${attempt}` } }),
    )
    const ids = [...(await ingest(key, bodies)).values()]
    const ada = await (async () => as('reviewer', 'Ada'))()
    const subject = { runs: ids }
    expect(await askPairs.run(ada, subject)).toMatchObject({ added: 1 })
    const { pair } = await nextPair.run(ada, subject)
    const isSecondFirst = JSON.stringify(pair?.first.output).includes('try 2')
    await decidePair.run(ada, { pairId: pair?.id ?? '', choice: isSecondFirst ? 'first' : 'second' })
    expect(await resultOf(key, subject)).toMatchObject({ pairs: 1, wins: { aWins: 0, bWins: 1 } })
    expect(await resultOf(key, { runs: ids.toReversed() })).toMatchObject({ wins: { aWins: 1, bWins: 0 } })
  })
})

it('asking for pairs is rejected with the field at fault, and for keys and viewers', async () => {
  const { key, as } = await makeProject()
  await ingest(key, [runBody(), runBody({ version: '1.1.0' })])
  const ada = await as('reviewer', 'Ada')
  const ask = (who: Context, subject: object) => askPairs.run(who, subject)
  await expect(ask(ada, versions)).rejects.toMatchObject({ issues: [{ path: 'b' }] })
  await expect(ask(ada, { ...versions, b: '1.0.0' })).rejects.toMatchObject({ issues: [{ path: 'b' }] })
  await expect(ask(ada, {})).rejects.toMatchObject({ issues: [{ path: 'chain' }, { path: 'a' }, { path: 'b' }] })
  await expect(ask(ada, { runs: ['one'] })).rejects.toMatchObject({ issues: [{ path: 'runs' }] })
  await expect(ask(ada, { ...versions, b: '9.9.9' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask(key, versions)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ask(await as('viewer'), versions)).rejects.toMatchObject({ code: 'forbidden' })
})

it('pairs of a run that still runs are not asked about', async () => {
  const { key, as } = await makeProject()
  const bodies = [runBody({ id: 'ended', scenario: 's' }), runBody({ id: 'going', scenario: 's', status: 'running' })]
  await ingest(key, bodies)
  await expect(askPairs.run(await as('admin'), { runs: ['ended', 'going'] })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await resultOf(key, { runs: ['ended', 'going'] })).toMatchObject({ pairs: 0 })
})
