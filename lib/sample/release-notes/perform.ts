import type { RunBody } from '@/lib/contracts/run-input'
import { minutesAfter } from '../calendar'
import type { Draw } from '../draw'
import { ChainRun } from '../runner/chain-run'
import type { Provider } from '../runner/provider'
import { type SampleRun, toRunBody } from '../runner/sample-run'
import type { Release } from './changes'
import { type Critique, critique, estimateItself, publish, shareKept } from './critique'
import { countWords, type Notes, toMarkdown } from './notes'
import { firstDraft, revise, type Writer } from './writers'

export const CHAIN = 'release-notes'
const ATTEMPTS_MAX = 5
const MINUTES_BETWEEN = 6

export type Assignment = { release: Release; writer: Writer; version: string; startsAt: Date }

/** A release to be written up: each further attempt is the writer's answer to what was found wrong with the last. */
export function writeUp(assignment: Assignment, draw: Draw, provider: Provider): SampleRun {
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
    const wishes = feedback?.issues.map((issue) => `Mend: ${issue.issue}`).join('\n') ?? ''
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
  const comment = issues.length === 0 ? 'Nothing to mend.' : `${issues.map((issue) => issue.issue).join('; ')}.`
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
