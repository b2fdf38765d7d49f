import { seededRng } from '@/lib/engine/stats/seeded-rng'
import { spreadTimes } from '../calendar'
import { Draw } from '../draw'
import { Provider } from '../runner/provider'
import type { SampleRun } from '../runner/sample-run'
import { drawInvoice } from './invoice'
import { addTerms, layouts, smudge, writeDocument } from './layouts'
import type { Version } from './patterns'
import { type Job, performExtraction } from './perform'

const SEED = 20_417
const DOCUMENTS = 32
const SMUDGED_SHARE = 0.12
const WITH_TERMS_SHARE = 0.35

type Stage = { version: Version; kind: 'live' | 'dry_run'; documents: number; fromHours: number; toHours: number }

/** Each version reads the same documents, so that versions can be compared case by case. */
const STAGES: readonly Stage[] = [
  { version: '1.0.0', kind: 'live', documents: DOCUMENTS, fromHours: 166, toHours: 100 },
  { version: '1.0.1', kind: 'live', documents: DOCUMENTS, fromHours: 99, toHours: 26 },
  { version: '1.1.0', kind: 'dry_run', documents: 6, fromHours: 25, toHours: 22 },
  { version: '1.1.0', kind: 'live', documents: 20, fromHours: 14, toHours: 0.05 },
]

/** The runs of `invoice-extract` in the order of their times: three versions, the last of them worse. */
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
