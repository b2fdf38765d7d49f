import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { makeProject, runBody } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { ingestBatch } from './ingest-batch'
import { makeCollector } from './ingest-runs'

/** A collector that records the size of each batch. */
function watchedCollector() {
  const batches: number[] = []
  const collect = makeCollector((ctx, bodies, via) => {
    batches.push(bodies.length)
    return ingestBatch(ctx, bodies, via)
  })
  return { batches, collect }
}

describe('runs sent one by one, concurrently', () => {
  it('share commits, and each gets the result it would have had alone', async () => {
    const { key, project } = await makeProject()
    const { batches, collect } = watchedCollector()
    const bodies = Array.from({ length: 60 }, (_, at) => runBody({ id: `r${at}` }))
    const results = await Promise.all(bodies.map((body) => collect(key, body, 'test')))
    for (const [at, { accepted, rejected }] of results.entries()) {
      expect(rejected).toEqual([])
      expect(accepted).toMatchObject([{ index: 0, id: `r${at}`, duplicate: false, decision: 'accept' }])
    }
    expect(batches.length).toBeLessThan(10)
    expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(60)
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('that arrive while a batch is being stored are stored beside it once they are as many, and the rest together', async () => {
    const { key } = await makeProject()
    const batches: number[] = []
    const collect = makeCollector(async (_, bodies) => {
      // The first batch ends after the others have been answered.
      if (batches.push(bodies.length) === 1) await others
      return { accepted: bodies.map((_, index) => ({ index }) as never), rejected: [] }
    })
    let end = () => {}
    const others = new Promise<void>((resolve) => {
      end = resolve
    })
    const first = collect(key, runBody(), 'test')
    await Promise.all(Array.from({ length: 10 }, () => collect(key, runBody(), 'test')))
    end()
    await first
    expect(batches).toEqual([1, 1, 9])
  })

  it('are stored before their calls resolve', async () => {
    const { key, project } = await makeProject()
    const { collect } = watchedCollector()
    const counts = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        await collect(key, runBody({ id: `r${at}` }), 'test')
        return getDb().run.count({ where: { projectId: project.id, clientId: `r${at}` } })
      }),
    )
    expect(new Set(counts)).toEqual(new Set([1]))
  })

  it('are rejected individually, without affecting others in the batch', async () => {
    const { key } = await makeProject()
    const { collect } = watchedCollector()
    const nothing = { completeness: 0, accuracy: 0, performance: 0 }
    const wrong = { ...runBody({ id: 'wrong' }), criteria: { required_fields: ['answer'], scoring_weights: nothing } }
    const bodies = [
      runBody({ id: 'a' }),
      { id: 'b' },
      wrong,
      wrong,
      runBody({ id: 'c' }),
      runBody({ id: 'c', output: {} }),
    ]
    const results = await Promise.all(bodies.map((body) => collect(key, body, 'test')))
    expect(results.map(({ accepted }) => accepted.length)).toEqual([1, 0, 0, 0, 1, 0])
    expect(results.map(({ rejected }) => rejected[0]?.code)).toEqual([
      undefined,
      'invalid_input',
      'invalid_input',
      'invalid_input',
      undefined,
      'conflict',
    ])
    expect(results.flatMap(({ rejected }) => rejected.map(({ index }) => index))).toEqual([0, 0, 0, 0])
  })

  it('with one id and body become one run', async () => {
    const { key, project } = await makeProject()
    const { collect } = watchedCollector()
    const body = runBody({ id: 'same' })
    const results = await Promise.all(Array.from({ length: 20 }, () => collect(key, body, 'test')))
    expect(results.filter(({ accepted }) => accepted[0]?.duplicate === false)).toHaveLength(1)
    expect(results.filter(({ accepted }) => accepted[0]?.duplicate === true)).toHaveLength(19)
    expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(1)
  })

  it('are stored one by one when the batch fails', async () => {
    const { key } = await makeProject()
    const collect = makeCollector((ctx, bodies, via) => {
      const isStuck = bodies.length > 1 || (bodies[0] as { id: string }).id === 'bad'
      return isStuck ? Promise.reject(new Error('no such row')) : ingestBatch(ctx, bodies, via)
    })
    const ids = ['a', 'b', 'c', 'bad', 'd', 'e']
    const results = await Promise.allSettled(ids.map((id) => collect(key, runBody({ id }), 'test')))
    expect(results.map(({ status }) => status)).toEqual(ids.map((id) => (id === 'bad' ? 'rejected' : 'fulfilled')))
  })

  it('are batched per caller, so that callers never wait for each other', async () => {
    const [one, other] = [await makeProject(), await makeProject()]
    const callers: string[] = []
    const collect = makeCollector((ctx, bodies, via) => {
      callers.push(`${ctx.project.id} ${bodies.length}`)
      return ingestBatch(ctx, bodies, via)
    })
    await Promise.all([one, other, one, other].map(({ key }) => collect(key, runBody(), 'test')))
    expect(new Set(callers)).toEqual(new Set([`${one.project.id} 1`, `${other.project.id} 1`]))
  })

  it('are refused with a retry hint when the queue is full, and accepted again afterwards', async () => {
    const { key } = await makeProject()
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const collect = makeCollector(async (_, bodies) => {
      await gate
      return { accepted: bodies.map((_, index) => ({ index }) as never), rejected: [] }
    })
    const sent = Array.from({ length: 1_100 }, (_, at) => collect(key, runBody({ id: `r${at}` }), 'test'))
    const settled = Promise.allSettled(sent)
    open()
    const results = await settled
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ code: 'unavailable', retryAfterS: 1 })
    await expect(collect(key, runBody(), 'test')).resolves.toMatchObject({ rejected: [] })
  })
})
