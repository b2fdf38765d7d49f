import type { RunBody } from '@/lib/contracts/run-input'
import { seededRng } from '@/lib/engine/stats/random'
import { Draw, minutesAfter, spreadTimes } from '../draw'
import { ChainRun, type Promised, type SampleRun, toRunBody } from '../runner/chain-run'
import { Provider } from '../runner/provider'
import { drawRelease, type Release } from './changes'
import {
  type Critique,
  countWords,
  critique,
  estimateItself,
  type Notes,
  publish,
  shareKept,
  toMarkdown,
} from './notes'
import { firstDraft, revise, type Writer } from './writers'

export const CHAIN = 'release-notes'
const ATTEMPTS_MAX = 5
const MINUTES_BETWEEN = 6

type Assignment = { release: Release; writer: Writer; version: string; startsAt: Date }

/** Writes up a release: each further attempt is the writer's revision after the critique of the last. */
function writeUp(assignment: Assignment, draw: Draw, provider: Provider): SampleRun {
  let last: { notes: Notes; found: Critique } | null = null
  return {
    attemptsMax: ATTEMPTS_MAX,
    async perform(attempt) {
      const { release, writer } = assignment
      const write = () => (last ? revise[writer](release, last.notes, last.found) : firstDraft(release, writer, draw))
      const { body, notes, found } = await performAttempt(assignment, attempt, last?.found ?? null, write, provider)
      last = { notes, found }
      return body
    },
  }
}

async function performAttempt(
  { release, writer, version, startsAt }: Assignment,
  attempt: number,
  feedback: Critique | null,
  write: () => Notes,
  provider: Provider,
): Promise<{ body: RunBody; notes: Notes; found: Critique }> {
  const at = minutesAfter(startsAt, (attempt - 1) * MINUTES_BETWEEN)
  const scenario = `${release.product.toLowerCase()}-${release.version}`
  const run = new ChainRun(provider, at)
  const changes = run.step('collect', 'tool', {}, (_, tools) =>
    tools.call('list_changes', { product: release.product, version: release.version }, () => release.changes),
  )
  const notes = run.step(attempt === 1 ? 'draft' : 'revise', 'model', { changes }, async ({ changes }, tools) => {
    const written = write()
    const list = changes.map((change) => `${change.id} ${change.kind}: ${change.commit}`).join('\n')
    const wishes = feedback?.issues.map((issue) => `Fix: ${issue.issue}`).join('\n') ?? ''
    await tools.ask(`Write the release notes of ${release.product} ${release.version}.\n${list}\n${wishes}`, () =>
      toMarkdown(written),
    )
    return written
  })
  const found = run.step('critique', 'check', { changes, notes }, ({ notes }) => critique(release, notes))
  const published = run.step('publish', 'tool', { notes }, ({ notes }, tools) =>
    tools.call('publish_notes', { page: scenario, words: countWords(toMarkdown(notes)) }, () =>
      publish(release, notes),
    ),
  )
  const { values, trace } = await run.finish({ notes, found, published })
  if (!values) throw new Error(`the release notes of ${scenario} could not be written: ${trace.error?.message}`)
  const markdown = toMarkdown(values.notes)
  const body = toRunBody(
    {
      id: `sample-${scenario}-${attempt}`,
      chain: CHAIN,
      version,
      scenario,
      execution: `sample-${scenario}`,
      attempt,
      maxAttempts: ATTEMPTS_MAX,
      request: { product: release.product, version: release.version, feedback: feedback?.issues ?? [] },
      output: { ...values.notes, markdown, words: countWords(markdown) },
      signals: toSignals(values),
      metadata: { writer },
    },
    trace,
    at,
  )
  return { body, notes: values.notes, found: values.found }
}

type Result = { notes: Notes; found: Critique; published: ReturnType<typeof publish> }

function toSignals({ notes, found, published }: Result): RunBody['signals'] {
  const { checks, issues } = found
  const comment = issues.length === 0 ? 'Nothing to fix.' : `${issues.map((issue) => issue.issue).join('; ')}.`
  return [
    { evaluator: 'self', value: estimateItself(notes), by: 'writer', comment: 'Share of its entries that are brief.' },
    {
      evaluator: 'peer',
      value: shareKept(found),
      by: 'editor',
      comment: `${checks - issues.length} of ${checks} checks kept. ${comment}`,
    },
    { evaluator: 'downstream', value: published.accepted, by: 'release page', comment: published.reason },
  ]
}

const SEED = 4_771

/** Which writer writes which release, oldest first; the last ones are recent when the sample is viewed. */
const ROSTER: readonly Writer[] = [
  ...(['careful', 'swift', 'stubborn', 'careful', 'seesaw', 'careful', 'swift', 'forgetful'] as const),
  ...(['careful', 'stubborn', 'careful', 'swift', 'seesaw', 'careful', 'forgetful', 'careful'] as const),
  ...(['swift', 'stubborn', 'careful', 'seesaw', 'careful', 'swift', 'careful', 'forgetful'] as const),
  ...(['careful', 'stubborn', 'seesaw', 'careful'] as const),
]

/**
 * Returns the runs of `release-notes` in order of time: several writers, each with a way of taking criticism.
 * @param count releases, each with a few attempts
 */
export function releaseNotesRuns(now: Date, count = ROSTER.length): SampleRun[] {
  const draw = new Draw(seededRng(SEED))
  const provider = new Provider()
  const times = spreadTimes(new Draw(seededRng(SEED)), now, count, 165, 0.7)
  return times.map((startsAt, index) =>
    writeUp(
      {
        release: drawRelease(draw, index),
        writer: ROSTER[index % ROSTER.length] ?? 'careful',
        version: index < count / 2 ? '2.0.0' : '2.1.0',
        startsAt,
      },
      new Draw(seededRng(SEED + index)),
      provider,
    ),
  )
}

const text = { type: 'string', minLength: 1 }
const notes = (required: string[]) => ({
  type: 'array',
  items: { type: 'object', required, properties: { change: text, text } },
})

const contract: Promised['contract'] = {
  schema: {
    type: 'object',
    required: ['markdown', 'entries'],
    properties: {
      headline: { type: 'string', maxLength: 90 },
      entries: { ...notes(['change', 'kind', 'text']), minItems: 1 },
      upgradeNotes: notes(['change', 'text']),
      markdown: text,
      words: { type: 'integer', minimum: 1 },
    },
  },
  requiredOutputs: ['headline', 'entries', 'upgradeNotes', 'markdown'],
}

const criteria: Promised['criteria'] = {
  require_non_empty: true,
  accuracy_criteria: {
    expected_ranges: { words: { min: 20, max: 160 } },
    validation_rules: [{ id: 'no-drafts', field: 'markdown', op: 'matches', value: '^# ', severity: 'warning' }],
  },
  performance_budget: { tokens: 900 },
}

/** Contract and criteria of every version of the chain. */
export const promised: Promised = { contract, criteria }
