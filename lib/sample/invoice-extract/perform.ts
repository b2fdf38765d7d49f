import type { RunBody } from '@/lib/contracts/run-input'
import { ChainRun } from '../runner/chain-run'
import type { Provider } from '../runner/provider'
import { toRunBody } from '../runner/sample-run'
import { estimateItself, postToLedger, readAgain, totalsAgree } from './evaluators'
import { extractHeader, extractLines } from './extract'
import type { Invoice } from './invoice'
import { type Version, versions } from './patterns'

export const CHAIN = 'invoice-extract'

/** One document to be read by one version. `order` is what the ledger knows of it. */
export type Job = {
  scenario: string
  document: string
  order: Invoice
  version: Version
  kind: 'live' | 'dry_run'
  startsAt: Date
}

/** Reads a document, checks its sums and sums it up; then a second reader and the ledger say what they make of it. */
export async function performExtraction(job: Job, provider: Provider): Promise<RunBody> {
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
  const told = {
    id: `sample-${job.scenario}-${job.version}${job.kind === 'dry_run' ? '-dry' : ''}`,
    chain: CHAIN,
    version: job.version,
    kind: job.kind,
    scenario: job.scenario,
    request: { document: job.scenario },
    sources: [{ id: job.scenario, text: job.document }],
  }
  if (!values) return toRunBody(told, trace, job.startsAt)
  const { number: invoiceNumber, ...fields } = values.header
  const output = { invoiceNumber, ...fields, lines: values.lines, ...values.checks, summary: values.summary }
  return toRunBody(
    { ...told, output, signals: toSignals(job, { ...values.header, lines: values.lines }) },
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
