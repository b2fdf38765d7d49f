import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { requestReview } from '../gates/open'
import { getSpend } from '../overview/spend'
import { ingest, makeProject, runBody } from '../testing/factories'
import { searchEverything } from './search'

it('finds runs, gates, chains and failures of this project by words', async () => {
  const test = await makeProject()
  const ids = await ingest(test.key, [
    runBody({ id: 'one', title: 'Order 7', chain: 'refund desk', output: { answer: 'Granted in full' } }),
    runBody({
      id: 'two',
      chain: 'refund desk',
      status: 'failed',
      nodes: [{ id: 'ledger', status: 'failed', error: 'Refund ledger timed out after 30 s' }],
    }),
  ])
  const { gate } = await requestReview.run(test.key, { runId: ids.get('one') ?? '', title: 'A refund to look at' })
  const found = await searchEverything.run(test.key, { text: 'refund' })
  expect(found.runs.map((run) => run.clientId).toSorted()).toEqual(['one', 'two'])
  expect(found.gates).toContainEqual({ id: gate.id, title: 'A refund to look at', state: 'pending' })
  expect(found.chains).toEqual([{ name: 'refund desk' }])
  expect(found.failures).toMatchObject([{ node: 'ledger', failureClass: 'timeout' }])
  expect((await searchEverything.run(test.key, { text: 'granted' })).runs).toMatchObject([
    { clientId: 'one', title: 'Order 7' },
  ])
  const other = await makeProject()
  expect(await searchEverything.run(other.key, { text: 'refund' })).toEqual({
    named: null,
    runs: [],
    gates: [],
    chains: [],
    failures: [],
  })
})

it('finds a gate and a failure behind thousands of later ones', async () => {
  const { key, project } = await makeProject()
  const failed = {
    status: 'failed' as const,
    nodes: [{ id: 'ledger', status: 'failed' as const, error: 'Zebra away' }],
  }
  const ids = await ingest(key, [runBody({ id: 'old', ...failed })])
  await requestReview.run(key, { runId: ids.get('old') ?? '', title: 'The zebra' })
  const db = getDb()
  await db.$executeRaw`
    INSERT INTO gate (project_id, id, kind, chain_id, version_id, title, question, state, opened_by, opened_at, deadline_at, warn_at)
    SELECT project_id, gen_random_uuid(), kind, chain_id, version_id, 'Later ' || n, question, 'approved', opened_by,
      opened_at + make_interval(secs => n), deadline_at, warn_at
    FROM gate, generate_series(1, 4000) n WHERE project_id = ${project.id}::uuid AND title = 'The zebra'`
  await db.$executeRaw`
    INSERT INTO failure_group (project_id, fingerprint, failure_class, node, template, leaf, roots, cascades, first_seen_at, last_seen_at, last_run_id)
    SELECT project_id, 'later-' || n, failure_class, node, 'Later ' || n, leaf, roots, cascades, first_seen_at,
      last_seen_at + make_interval(secs => n), last_run_id
    FROM failure_group, generate_series(1, 4000) n WHERE project_id = ${project.id}::uuid`
  const found = await searchEverything.run(key, { text: 'zebra' })
  expect(found.gates.map(({ title }) => title)).toEqual(['The zebra'])
  expect(found.failures).toMatchObject([{ node: 'ledger' }])
})

it('finds the run of exactly this id before newer ones that say it', async () => {
  const test = await makeProject()
  const trace = '22d831cc636c0df8172752ad29a342bb'
  const ids = await ingest(test.key, [
    runBody({ id: 'order-1' }),
    runBody({ id: trace }),
    ...Array.from({ length: 6 }, (_, at) => runBody({ id: `later-${at}`, output: { answer: `As in order-1 ${at}` } })),
  ])
  const found = await searchEverything.run(test.key, { text: ' order-1 ' })
  expect(found.named).toBe(ids.get('order-1'))
  expect(found.runs).toHaveLength(5)
  expect(found.runs[0]?.clientId).toBe('order-1')
  expect(new Set(found.runs.map(({ id }) => id)).size).toBe(5)
  const hyphenated = await searchEverything.run(test.key, { text: '22d831cc-636c-0df8-1727-52ad29a342bb' })
  expect(hyphenated).toMatchObject({ named: ids.get(trace), runs: [{ clientId: trace }] })
  expect((await searchEverything.run(test.key, { text: 'order' })).named).toBeNull()
})

it('sums up the cost of runs by chain, version and day', async () => {
  const test = await makeProject()
  await ingest(test.key, [
    runBody({ chain: 'a', version: '1.0.0', costUsd: 0.5, tokens: { total: 100 } }),
    runBody({ chain: 'a', version: '1.1.0', costUsd: 0.25, tokens: { total: 50 } }),
    runBody({ chain: 'b', costUsd: 2, tokens: { total: 10 } }),
  ])
  const spend = (by: 'chain' | 'version' | 'day') => getSpend.run(test.key, { by })
  const total = { runs: 3, tokens: 160, costUsd: 2.75 }
  expect(await spend('chain')).toMatchObject({
    rows: [
      { chain: 'b', costUsd: 2 },
      { chain: 'a', runs: 2, costUsd: 0.75, tokens: 150 },
    ],
    total,
    rest: null,
  })
  expect((await spend('version')).rows.map(({ chain, version }) => `${chain} ${version}`)).toEqual([
    'b 1.0.0',
    'a 1.0.0',
    'a 1.1.0',
  ])
  expect((await spend('day')).rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(3)
})
