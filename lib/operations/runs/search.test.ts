import { beforeAll, describe, expect, it } from 'vitest'
import { type Db, getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { MAX_RUN_TEXT } from '@/lib/ingest/run-text'
import { countReads } from '../testing/count-reads'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { listRuns, selectRuns } from './list'
import { SEARCHED } from './select-by-words'
import * as text from './text'

let test: TestProject

const filler = 'Lorem ipsum dolor sit amet. '

beforeAll(async () => {
  test = await makeProject()
  await ingest(test.key, [
    runBody({ id: 'refund', output: { answer: 'The Refund of order SH-004711 was granted, in full.' } }),
    runBody({ id: 'refuse', output: { answer: 'In full view the request was refused.' } }),
    runBody({
      id: 'steps',
      nodes: [
        { id: 'n1', name: 'look up rates', output: { rows: [{ city: 'Malmö', price: 19.5 }] } },
        { id: 'n2', toolCalls: [{ name: 'send_mail', arguments: { to: 'ada@example.test' }, result: 'queued' }] },
        { id: 'n3', status: 'failed', error: 'ENOENT: no such file, open "input/manifest.csv"' },
      ],
    }),
    runBody({ id: 'asked', request: { task: '返品の手続きを教えてください' } }),
    runBody({ id: 'long', request: filler.repeat(20_000), output: 'zanzibar' }),
    runBody({ id: 'picture', output: { image: `data:image/png;base64,${'QUJD'.repeat(20_000)}`, caption: 'skyline' } }),
  ])
})

const find = async (words: string, more: object = {}) =>
  (await listRuns.run(test.key, { text: words, sort: 'oldest', ...more })).runs.map((run) => run.clientId).toSorted()

describe('a search', () => {
  it.each([
    ['a word of an output', 'granted', ['refund']],
    ['words regardless of case', 'GRANTED', ['refund']],
    ['all of several words', 'full was', ['refund', 'refuse']],
    ['an id within a sentence', 'sh-004711', ['refund']],
    ['a prefix as the last word', 'refu', ['refund', 'refuse']],
    ['no prefix in quotes', '"refu"', []],
    ['a phrase', '"in full view"', ['refuse']],
    ['no phrase with its words in another order', '"full in"', []],
    ['runs without an excluded word', 'full -refused', ['refund']],
    ['runs without an excluded phrase', 'full -"in full view"', ['refund']],
    ['a value deep in a step', 'malmö', ['steps']],
    ['a number', '19.5', ['steps']],
    ['the name of a step', '"look up rates"', ['steps']],
    ['the arguments of a tool call', 'ada@example.test', ['steps']],
    ['a tool', 'send_mail', ['steps']],
    ['an error of a step', 'manifest.csv', ['steps']],
    ['a script without spaces', '手続き', ['asked']],
    ['the output of a run with a long request', 'zanzibar', ['long']],
    ['text next to binary data', 'skyline', ['picture']],
    ['no binary data', 'qujdqujd', []],
    ['nothing for punctuation alone', '%% --', []],
    ['quotes and tsquery operators as text', "o'clock & | ! <-> :* \\", []],
  ])('finds %s', async (_, words, expected) => {
    expect(await find(words)).toEqual(expected)
  })

  it('finds the same by scanning the list as by the word index', async () => {
    const spoken = text.toWordQuery({ text: 'full -refused' })
    if (!spoken) throw new Error('no words')
    const rare = await find('full -refused')
    await makeCommon('full', 4)
    expect(await find('full -refused')).toEqual(expect.arrayContaining(rare))
    // Excluded words cannot use the index, so the list is scanned.
    expect(await find('-full -refused -zanzibar')).not.toContain('refund')
    expect(await find('-full')).toEqual(expect.arrayContaining(['steps', 'asked']))
  })

  it.each([
    ['full refu', ['refund', 'refuse']],
    ['full -"in full view" gra', ['refund']],
    ['send_mail qu', ['steps']],
    ['-refused gran', ['refund']],
  ])(
    'finds the same for %s if the prefix is looked up as if it is checked in the texts found',
    async (words, expected) => {
      const usual = { ...SEARCHED }
      try {
        Object.assign(SEARCHED, { checks: Number.POSITIVE_INFINITY })
        expect(await find(words)).toEqual(expected)
        Object.assign(SEARCHED, { checks: 0 })
        expect(await find(words)).toEqual(expected)
      } finally {
        Object.assign(SEARCHED, usual)
      }
    },
  )

  it('continues page by page, in every order', async () => {
    for (const sort of ['newest', 'oldest', 'quality_low', 'confidence_high'] as const) {
      const whole = (await listRuns.run(test.key, { text: 'full', sort })).runs.map((run) => run.id)
      const first = await listRuns.run(test.key, { text: 'full', sort, limit: 2 })
      const second = await listRuns.run(test.key, { text: 'full', sort, limit: 50, cursor: first.next ?? '' })
      expect([...first.runs, ...second.runs].map((run) => run.id)).toEqual(whole)
    }
  })

  it('scans the list in bounded steps and continues from the cursor', async () => {
    const usual = { ...SEARCHED }
    try {
      for (const sort of ['newest', 'oldest', 'quality_low'] as const) {
        Object.assign(SEARCHED, usual)
        const whole = (await listRuns.run(test.key, { text: 'full', sort })).runs.map((run) => run.id)
        Object.assign(SEARCHED, { rare: 0, texts: 3, runs: 3 })
        const met: string[] = []
        const sizes: number[] = []
        let cursor: string | undefined
        do {
          const page = await listRuns.run(test.key, { text: 'full', sort, cursor })
          met.push(...page.runs.map((run) => run.id))
          sizes.push(page.runs.length)
          cursor = page.next ?? undefined
        } while (cursor)
        expect(met).toEqual(whole)
        // The index is used for the rest only when a step found nothing.
        expect(sizes.slice(0, -1)).not.toContain(0)
        expect(sizes.length).toBeGreaterThan(1)
      }
    } finally {
      Object.assign(SEARCHED, usual)
    }
  })

  it('reads each text of the list once, however many chains there are', async () => {
    const own = await makeProject()
    const bodies = Array.from({ length: 400 }, (_, place) =>
      runBody({ chain: `chain-${place % 8}`, output: { answer: place % 40 === 0 ? 'odd' : 'even' } }),
    )
    // Statistics of the runs but not of the chains, which are too few for the planner to look at again.
    await getDb().$executeRawUnsafe('ANALYZE chain, chain_version')
    await ingest(own.key, bodies)
    await getDb().$executeRawUnsafe('ANALYZE run_text, run_summary')
    const usual = { ...SEARCHED }
    Object.assign(SEARCHED, { rare: 0 })
    try {
      await inTransaction({ db: getDb() }, async (tx) => {
        const before = await countReads(tx, 'run_text')
        const found = await selectRuns(
          { ...own.key, db: tx as Db },
          { text: 'odd' },
          { sort: 'newest', limit: 50, cursor: undefined },
        )
        expect(found.runs).toHaveLength(10)
        // A step through the list reads each text, finding its end once more, and the excerpts those of the page.
        expect((await countReads(tx, 'run_text')) - before).toBeLessThanOrEqual(3 * bodies.length)
      })
    } finally {
      Object.assign(SEARCHED, usual)
    }
  })

  it('shows an excerpt around the first match', async () => {
    const [run] = (await listRuns.run(test.key, { text: 'granted' })).runs
    expect(run?.excerpt).toContain('SH-004711 was granted, in full.')
    const [named] = (await listRuns.run(test.key, { text: 'picture' })).runs
    expect(named?.excerpt).toBeUndefined()
  })

  it('begins an excerpt with a whole word', async () => {
    const own = await makeProject()
    const output = `It was paid by ${'credit '.repeat(9)}and then the voucher.`
    await ingest(own.key, [runBody({ output })])
    const [run] = (await listRuns.run(own.key, { text: 'voucher' })).runs
    expect(run?.excerpt).toMatch(/^…(credit )+and then the voucher\./)
  })

  it('shows how requests begin where nothing is searched', async () => {
    const { runs } = await listRuns.run(test.key, {})
    const of = (id: string) => runs.find(({ clientId }) => clientId === id)?.excerpt
    expect(of('asked')).toBe('返品の手続きを教えてください')
    expect(of('long')).toHaveLength(160)
    expect(of('picture')).toBeUndefined()
  })

  it('never finds runs of another project', async () => {
    const other = await makeProject()
    await ingest(other.key, [runBody({ id: 'theirs', output: 'granted' })])
    expect(await find('granted')).toEqual(['refund'])
    expect((await listRuns.run(other.key, { text: 'refund' })).runs).toEqual([])
  })

  it('stores a bounded text that still includes the output after a long request', async () => {
    const row = await getDb().runText.findFirstOrThrow({
      where: { projectId: test.project.id, body: { startsWith: 'long' } },
    })
    expect(row.body.length).toBeLessThanOrEqual(MAX_RUN_TEXT)
    expect(row.body).toContain('zanzibar')
  })
})

async function makeCommon(word: string, count: number) {
  await ingest(
    test.key,
    Array.from({ length: count }, (_, place) =>
      runBody({ id: `common-${place}`, output: { answer: `${word} of it` } }),
    ),
  )
}
