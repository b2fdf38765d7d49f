import { beforeAll, describe, expect, it } from 'vitest'
import { dspyExample } from '@/lib/contracts/run-export'
import { Prisma } from '@/lib/db/generated/client'
import type { Context } from '../context'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { findColumns, MAX_COLUMNS } from './dspy-columns'
import { columnTurns, exportDspy } from './export-dspy'

type Input = Parameters<typeof exportDspy.open>[1]

async function examples(ctx: Context, input: Input = {}) {
  const found = []
  for await (const line of await exportDspy.open(ctx, input)) found.push(dspyExample.parse(JSON.parse(line)))
  return found
}

const contract = { requiredOutputs: ['answer', 'source'] }
const good = { answer: 'yes', source: { page: 3 } }
let test: TestProject
let ids: Map<string, string>
beforeAll(async () => {
  test = await makeProject()
  ids = await ingest(test.key, [
    runBody({ id: 'good', contract, scenario: 'one', request: { ask: 'Is it?' }, output: good }),
    runBody({ id: 'again', contract, scenario: 'one', request: { ask: 'Is it?', hint: 'no' }, output: good }),
    runBody({ id: 'half', contract, version: '2.0.0', request: { ask: 'Why?' }, output: { answer: 'so', source: '' } }),
    runBody({ id: 'blocked', contract: { schema: { type: 'string' } }, request: { ask: 'Who?' }, output: good }),
    runBody({ id: 'failed', status: 'failed', error: 'no luck', output: null }),
    runBody({ id: 'dry', kind: 'dry_run', contract, output: good }),
    runBody({ id: 'other', chain: 'letters', request: 'Dear', output: 'Sir' }),
  ])
  const reason = 'Name the page in words.'
  await reviewRun.run(await test.as('reviewer'), { runId: ids.get('again') ?? '', verdict: 'reject', reason })
})

const namesOf = (found: readonly { run_id: string }[]) => {
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  return found.map(({ run_id }) => names.get(run_id)).toSorted()
}

describe('the export for DSPy', () => {
  it('contains live, completed and unblocked runs only, unless failures are requested', async () => {
    expect(namesOf(await examples(test.key))).toEqual(['again', 'good', 'half', 'other'])
    const all = await examples(test.key, { includeFailures: true })
    expect(namesOf(all)).toEqual(['again', 'blocked', 'failed', 'good', 'half', 'other'])
    expect(namesOf(all.filter(({ passed }) => !passed))).toEqual(['blocked', 'failed'])
  })

  it('includes the minimum score, within 1e-9, and nothing below it', async () => {
    const half = (await examples(test.key)).find(({ run_id }) => run_id === ids.get('half'))
    const score = half?.score ?? Number.NaN
    expect(namesOf(await examples(test.key, { minScore: score + 5e-10 }))).toContain('half')
    expect(namesOf(await examples(test.key, { minScore: score + 1e-6 }))).not.toContain('half')
  })

  it('has one set of columns named after the keys, and filters by chain and version', async () => {
    const found = await examples(test.key, { chain: ['answers'] })
    expect(namesOf(found)).toEqual(['again', 'good', 'half'])
    expect(new Set(found.map((line) => Object.keys(line).join())).size).toBe(1)
    expect(found.find(({ run_id }) => run_id === ids.get('good'))).toMatchObject({
      request_ask: 'Is it?',
      request_hint: '',
      output_answer: 'yes',
      output_source_page: '3',
      output_source: '',
      chain: 'answers',
      chain_version: '1.0.0',
      scenario: 'one',
    })
    expect(namesOf(await examples(test.key, { version: ['2.0.0'] }))).toEqual(['half'])
  })

  it.each<[string, Input, string]>([
    ['a chain', { chain: ['answers', 'nothing'] }, 'chain'],
    ['a version', { version: ['7.7.7'] }, 'version'],
    ['a version of the chain', { chain: ['letters'], version: ['2.0.0'] }, 'version'],
  ])('rejects %s that does not exist by name, instead of an empty file', async (_words, input, path) => {
    await expect(exportDspy.open(test.key, input)).rejects.toMatchObject({ code: 'not_found', issues: [{ path }] })
    expect(await examples(test.key, { chain: ['letters'], minScore: 1 })).toEqual([])
  })

  it("contains the reviewer's comment, else the issues", async () => {
    const found = new Map((await examples(test.key, { includeFailures: true })).map((line) => [line.run_id, line]))
    const of = (name: string) => found.get(ids.get(name) ?? '')
    expect(of('again')).toMatchObject({ feedback: 'Name the page in words.', decision: 'escalate' })
    expect(of('failed')?.feedback).toContain('no luck')
    expect(of('blocked')?.feedback).toMatch(/string.*\.$/)
    expect(of('good')?.feedback).toBe('')
  })

  it('never splits a scenario or the attempts of one execution', async () => {
    const { key } = await makeProject()
    const bodies = Array.from({ length: 60 }, (_, index) =>
      runBody({ id: `r${index}`, ...(index % 2 ? { scenario: `s${index % 9}` } : { execution: `e${index % 8}` }) }),
    )
    await ingest(key, bodies)
    const found = await examples(key, { valShare: 0.5, includeFailures: true })
    expect(found).toHaveLength(60)
    expect(new Set(found.map(({ split }) => split))).toEqual(new Set(['train', 'val']))
    for (const [scenario, runs] of Map.groupBy(found, (line) => line.scenario))
      if (scenario !== '') expect(new Set(runs.map(({ split }) => split)).size, scenario).toBe(1)
  })

  it('makes one column of objects whose keys are data, and limits pages by the size of runs', async () => {
    const { key } = await makeProject()
    const noise = (index: number) =>
      Array.from({ length: 20_000 }, (_, at) => ((at * 7919 + index) % 9973).toString(36)).join(' ')
    const bodies = Array.from({ length: MAX_COLUMNS + 1 }, (_, index) =>
      runBody({
        request: { people: { [`p${index}`]: index } },
        ...(index < 30 && { output: { answer: noise(index) } }),
      }),
    )
    await ingest(key, bodies)
    const found = await examples(key)
    expect(found).toHaveLength(MAX_COLUMNS + 1)
    expect(new Set(found.map(({ run_id }) => run_id)).size).toBe(MAX_COLUMNS + 1)
    expect(Object.keys(found[0] ?? {}).filter((name) => name.startsWith('request'))).toEqual(['request_people'])
  })

  it('is flat, with the same keys and one scalar type per column, as readers that infer types need', async () => {
    const { key } = await makeProject()
    const values = ['text', 5, 1.5, true, null, [1, 'two'], { deep: { er: null } }, 'tab\t\u2028"\\', 1e21, -0]
    const bodies = values.flatMap((mixed, index) => [
      runBody({ request: { mixed, whole: index, part: index / 4, flag: index % 2 === 0 }, output: { mixed } }),
      runBody({ request: mixed, output: { answer: mixed ?? '' } }),
      runBody({ request: { whole: index, part: 1, flag: false }, status: 'failed', error: 'no luck' }),
    ])
    await ingest(key, bodies)
    const kinds = new Map<string, Set<string>>()
    const keys = new Set<string>()
    for await (const line of await exportDspy.open(key, { includeFailures: true })) {
      expect(line).not.toMatch(/[\r\n]/)
      const names: string[] = []
      JSON.parse(line, (name, value, context?: { source?: string }) => {
        if (name === '') return value
        names.push(name)
        kinds.set(name, (kinds.get(name) ?? new Set()).add(kindOf(value, context?.source ?? '')))
        return value
      })
      keys.add(names.join())
    }
    expect(keys.size).toBe(1)
    for (const [name, found] of kinds) expect([...found], name).toHaveLength(1)
    expect([...kinds.values()].flatMap((found) => [...found])).not.toContain('null')
    expect([...kinds.values()].flatMap((found) => [...found])).not.toContain('object')
    expect(kinds.get('score')).toEqual(new Set(['float']))
    expect(kinds.get('passed')).toEqual(new Set(['boolean']))
    for (const text of ['request_mixed', 'output_mixed', 'feedback', 'run_id', 'split'])
      expect(kinds.get(text), text).toEqual(new Set(['string']))
  })

  it('rejects anonymous callers and invalid input before anything is sent', async () => {
    await expect(exportDspy.open(test.key, { minScore: 2 })).rejects.toMatchObject({ issues: [{ path: 'minScore' }] })
    const nobody: Context = { ...test.key, actor: { kind: 'anonymous' } }
    await expect(exportDspy.open(nobody, {})).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await examples((await makeProject()).key)).toEqual([])
  })
})

/** Distinguishes the types of a JSON column like Arrow. */
function kindOf(value: unknown, source: string): string {
  if (typeof value === 'number') return /[.eE]/.test(source) ? 'float' : 'integer'
  return value === null ? 'null' : typeof value
}

describe('the columns of an export', () => {
  const all = async () => {
    const { key, project } = await makeProject()
    await ingest(
      key,
      [1, 2.5, true, 'text', null, { deep: 1 }, { deep: 'er' }].map((mixed, whole) =>
        runBody({ request: { mixed, whole } }),
      ),
    )
    const from = Prisma.sql`FROM run_summary s JOIN run r ON r.project_id = s.project_id AND r.id = s.id
      WHERE s.project_id = ${project.id}::uuid`
    return { db: key.db, chosen: { projectId: project.id, from } }
  }

  it('are the same, however many runs a statement reads', async () => {
    const { db, chosen } = await all()
    const whole = await findColumns(db, chosen)
    expect(whole.request.columns.map(({ name, type }) => [name, type])).toEqual([
      ['request_mixed_deep', 'text'],
      ['request_mixed', 'text'],
      ['request_whole', 'integer'],
    ])
    for (const spanRuns of [1, 2, 3, 7, 8]) expect(await findColumns(db, chosen, { spanRuns })).toEqual(whole)
  })

  it('are not read any further for a reader who has left', async () => {
    const { db, chosen } = await all()
    const leave = new AbortController()
    let read = 0
    const watched = db.$extends({
      query: {
        $queryRaw({ args, query }) {
          if (args.sql.includes('WITH RECURSIVE')) read++
          if (read === 2) leave.abort()
          return query(args)
        },
      },
    }) as unknown as typeof db
    const left = findColumns(watched, chosen, { spanRuns: 1, signal: leave.signal })
    await expect(left).rejects.toMatchObject({ code: 'unavailable' })
    // Those of the request and of the output of the first run.
    expect(read).toBe(2)
  })

  it('is made by few at once: further ones of the project wait, then are refused, and another project is served meanwhile', async () => {
    const other = await makeProject()
    const asker = { project: test.project.id, caller: 'somebody' }
    const first = Promise.withResolvers<void>()
    const held = columnTurns().run(asker, () => first.promise)
    const asked = Array.from({ length: 5 }, () => examples(test.key))
    await expect(Promise.any(asked.map((one) => one.catch((error) => error.code)))).resolves.toBe('rate_limited')
    expect(await examples(other.key)).toEqual([])
    first.resolve()
    await held
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })
})
