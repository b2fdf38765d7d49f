import type { RunBody } from '@/lib/contracts/run-input'
import { seededRng } from '@/lib/engine/stats/random'
import { Draw, spreadTimes } from '../draw'
import { ChainRun, type SampleRun, toRunBody } from '../runner/chain-run'
import { Provider } from '../runner/provider'
import { extractHeader, extractLines, type Version, versions } from './extract'
import { addTerms, drawInvoice, type Invoice, layouts, smudge, writeDocument } from './invoice'
import { estimateItself, postToLedger, readAgain, totalsAgree } from './promise'

export const CHAIN = 'invoice-extract'

/** One document to be read by one version. `order` is the matching order in the ledger. */
type Job = {
  scenario: string
  document: string
  order: Invoice
  version: Version
  kind: 'live' | 'dry_run'
  startsAt: Date
}

/** Reads a document, checks its totals and summarises it; then a second reader and the ledger judge the result. */
async function performExtraction(job: Job, provider: Provider): Promise<RunBody> {
  const patterns = versions[job.version]
  const run = new ChainRun(provider, job.startsAt)
  const document = run.step('read', 'tool', {}, (_, tools) =>
    tools.call('open_document', { document: job.scenario }, () => job.document),
  )
  const header = run.step('extract_header', 'model', { document }, async (given, tools) => {
    const prompt = `Read number, vendor, dates, currency and sums.\n${given.document}`
    const answer = extractHeader(given.document, patterns)
    await tools.ask(prompt, () => JSON.stringify(answer))
    return answer
  })
  const lines = run.step('extract_lines', 'model', { document }, async (given, tools) => {
    const answer = extractLines(given.document, patterns)
    await tools.ask(`Read every line.\n${given.document}`, () => JSON.stringify(answer))
    return answer
  })
  const checks = run.step('check_totals', 'check', { header, lines }, ({ header, lines }) => ({
    totalsAgree: totalsAgree({ ...header, lines }),
  }))
  const summary = run.step('summarize', 'model', { header, lines, checks }, ({ header, lines }, tools) => {
    const { vendor = 'An unknown vendor', total, currency = '', dueOn } = header
    const sentence = `${vendor} charges ${total ?? 'an unread sum'} ${currency} for ${lines.length} items${dueOn ? `, due ${dueOn}` : ''}.`
    return tools.ask(`Sum up in one sentence: ${JSON.stringify(header)}`, () => sentence)
  })
  const { values, trace } = await run.finish({ header, lines, checks, summary })
  const reported = {
    id: `sample-${job.scenario}-${job.version}${job.kind === 'dry_run' ? '-dry' : ''}`,
    chain: CHAIN,
    version: job.version,
    kind: job.kind,
    scenario: job.scenario,
    request: { document: job.scenario },
    sources: [{ id: job.scenario, text: job.document }],
  }
  if (!values) return toRunBody(reported, trace, job.startsAt)
  const { number: invoiceNumber, ...fields } = values.header
  const output = { invoiceNumber, ...fields, lines: values.lines, ...values.checks, summary: values.summary }
  return toRunBody(
    { ...reported, output, signals: toSignals(job, { ...values.header, lines: values.lines }) },
    trace,
    job.startsAt,
  )
}

function toSignals({ document, order }: Job, extracted: Parameters<typeof readAgain>[1]): RunBody['signals'] {
  const { score, doubts } = readAgain(document, extracted)
  const { accepted, reason } = postToLedger(order, extracted)
  return [
    {
      evaluator: 'self',
      value: estimateItself(document, extracted),
      by: 'extractor',
      comment: 'Share of the amounts it accounted for.',
    },
    {
      evaluator: 'peer',
      value: score,
      by: 'second reader',
      comment: doubts.length > 0 ? `Not confirmed: ${doubts.join(', ')}.` : 'Everything confirmed.',
    },
    { evaluator: 'downstream', value: accepted, by: 'ledger', comment: reason },
  ]
}

const SEED = 20_417
const DOCUMENTS = 32
const SMUDGED_SHARE = 0.12
const WITH_TERMS_SHARE = 0.35

type Stage = { version: Version; kind: 'live' | 'dry_run'; documents: number; fromHours: number; toHours: number }

/** All versions read the same documents, so that they can be compared case by case. */
const STAGES: readonly Stage[] = [
  { version: '1.0.0', kind: 'live', documents: DOCUMENTS, fromHours: 166, toHours: 100 },
  { version: '1.0.1', kind: 'live', documents: DOCUMENTS, fromHours: 99, toHours: 26 },
  { version: '1.1.0', kind: 'dry_run', documents: 6, fromHours: 25, toHours: 22 },
  { version: '1.1.0', kind: 'live', documents: 20, fromHours: 14, toHours: 0.05 },
]

/** Returns the runs of `invoice-extract` in order of time: three versions, the last of them worse. */
export function invoiceRuns(now: Date): SampleRun[] {
  const draw = new Draw(seededRng(SEED))
  const provider = new Provider()
  const documents = Array.from({ length: DOCUMENTS }, (_, index) => drawDocument(draw, index))
  return STAGES.flatMap(({ version, kind, documents: count, fromHours, toHours }) => {
    const times = spreadTimes(draw, now, count, fromHours, toHours)
    return documents.slice(0, count).map((document, index) => {
      const job: Job = { ...document, version, kind, startsAt: times[index] ?? now }
      return { attemptsMax: 1, perform: () => performExtraction(job, provider) }
    })
  })
}

function drawDocument(draw: Draw, index: number): Pick<Job, 'scenario' | 'document' | 'order'> {
  const order = drawInvoice(draw)
  const layout = layouts[index % layouts.length] ?? 'labels'
  const clean = writeDocument(order, layout)
  const scanned = draw.chance(SMUDGED_SHARE) ? smudge(clean, draw) : clean
  const document = draw.chance(WITH_TERMS_SHARE) ? addTerms(scanned, draw) : scanned
  return { order, document, scenario: `${layout}-${String(index + 1).padStart(2, '0')}` }
}
