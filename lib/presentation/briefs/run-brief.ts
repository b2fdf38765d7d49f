import type { RunAttribution } from '@/lib/contracts/attributions'
import type { BriefFacts, Excerpt } from '@/lib/contracts/briefs'
import type { IssueView, RunDetail } from '@/lib/contracts/run-detail'
import { capital, cutLine, cutMiddle, cutText } from '../format/text'
import { failureOfStep, failureWords } from '../labels/failures'
import { reasonOf } from '../labels/verdicts'
import { marked } from '../text/markdown-table'
import { suggestedCauses } from '../transcript/flaws'
import { readFinding } from '../transcript/text'
import { readConversation } from '../transcript/turns'

export type BriefWord = BriefFacts['words'][number]

/** Maximum characters of each part, and maximum numbers of parts. */
export const LIMITS = { text: 4000, step: 1500, pair: 800, said: 2000, line: 400, parts: 10, words: 20 } as const

type RunBriefInput = {
  detail: RunDetail
  attribution: Pick<RunAttribution, 'suggestions' | 'attribution'> | null
  /** People's comments and rubric answers. */
  notes: readonly BriefWord[]
  links: BriefFacts['links']
}

/** Collects the facts of a run's brief. Texts are cut to `LIMITS`; what the run lacks is null or an empty list. */
export function buildRunBrief({ detail, attribution, notes, links }: RunBriefInput): BriefFacts {
  const { run, feedback } = detail
  const words = wordsOf(detail)
  const next = nextOf(detail)
  return {
    subject: { kind: 'run', id: run.id, name: run.clientId },
    headline: headlineOf(detail),
    chain: run.chain,
    version: run.version,
    priorVersion: null,
    next,
    sendAs: sendAsText(next),
    asked: requestExcerpt(detail.request, LIMITS.text),
    came: outputExcerpt(detail.output, LIMITS.text),
    error: detail.error && cutLine(detail.error.message, LIMITS.said),
    guiltyStep: guiltyStepOf(detail, attribution),
    findings: detail.issues.flatMap(toFinding).slice(0, LIMITS.parts),
    words: [...words, ...notes].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, LIMITS.words),
    failures: failuresOf(detail),
    changes: feedback.issues.map(({ field, issue, fix }) => ({
      field: cutLine(field, LIMITS.line),
      issue: cutLine(issue, LIMITS.line),
      fix: fix && cutLine(fix, LIMITS.line),
    })),
    keep: feedback.strengths,
    pairs: [],
    evidence: [],
    examples: [],
    links,
  }
}

function nextOf({ run, execution, maxAttempts }: RunDetail): BriefFacts['next'] {
  if (run.execution === null) return null
  const attempt = 1 + Math.max(run.attempt, ...(execution?.attempts ?? []).map((one) => one.attempt))
  return { execution: run.execution, attempt, maxAttempts: Math.max(maxAttempts, attempt) }
}

/** A run without an execution has no attempts that another could follow. */
function sendAsText(next: BriefFacts['next']): string {
  if (next === null)
    return 'Send the corrected run as a new run: this one names no execution, so no attempt can follow it.'
  const { execution, attempt, maxAttempts } = next
  return `Send the corrected run as attempt ${attempt} of execution ${marked(execution)}, with ${marked('maxAttempts')} ${maxAttempts}.`
}

/** The strongest reason: a person's rejection, a failure, else the reason of the automated decision. */
function headlineOf({ run, nodes, decisions }: RunDetail): string {
  const no = decisions.findLast(
    ({ kind, verdict, undone }) => !undone && ((kind === 'review' && verdict === 'reject') || kind === 'gate_rejected'),
  )
  if (no) {
    const rejection = `rejected by ${no.by.name}${no.reason ? `: ${cutLine(no.reason, LIMITS.line)}` : '.'}`
    return run.flag === 'disputed' ? `Two people disagree; ${rejection}` : capital(rejection)
  }
  const root = nodes.find(({ failure }) => failure?.role === 'root')
  const failure = root && failureOfStep(root)
  const words = failure ? failureWords(failure) : ''
  if (run.status === 'failed')
    return words.startsWith('failed ') ? `The run ${words}.` : `The run failed${words && `: ${words}`}.`
  return cutLine(reasonOf(run), LIMITS.line)
}

/** The step confirmed by a person, else the first suggestion, marked as such. */
function guiltyStepOf({ nodes }: RunDetail, attribution: RunBriefInput['attribution']): BriefFacts['guiltyStep'] {
  const said = attribution?.attribution
  const [first] = attribution ? suggestedCauses(attribution) : []
  const named = said ?? first
  if (!named) return null
  const node = nodes.find(({ id }) => id === named.nodeId)
  return {
    nodeId: named.nodeId,
    agent: named.agent ?? node?.name ?? null,
    basis: said ? 'confirmed' : 'suggested',
    by: said?.by ?? null,
    reason: named.reason && cutLine(named.reason, LIMITS.said),
    output: node ? outputExcerpt(node.output, LIMITS.step) : null,
    error: node?.error ? cutLine(node.error.message, LIMITS.said) : null,
  }
}

/** Parses an issue of a run's own sources: `“quoted text”: evidence against it`. */
function toFinding(issue: IssueView): BriefFacts['findings'] {
  const { stage, type, field, message, blocker } = issue
  if (stage !== 'sources') return []
  const { quote: text, evidence } = readFinding(issue) ?? { quote: message, evidence: '' }
  return [
    {
      verdict: blocker ? ('contradicted' as const) : ('unsupported' as const),
      type,
      field,
      text: cutLine(text, LIMITS.line),
      evidence: cutLine(evidence, LIMITS.line),
    },
  ]
}

const VERDICTS: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'rejected',
  rate: 'rated',
  gate_approved: 'approved at a gate',
  gate_rejected: 'rejected at a gate',
  gate_timed_out: 'no decision in time',
}

/** Verdicts in force, and human signals that were sent with the run. */
function wordsOf({ decisions, signals }: RunDetail): BriefWord[] {
  const verdicts = decisions.flatMap(({ kind, verdict, value, reason, by, decidedAt, undone }) => {
    const word = VERDICTS[kind] ?? VERDICTS[verdict]
    if (undone || word === undefined) return []
    const rated = verdict === 'rate' && value !== null ? `rated ${value.toFixed(2)}` : word
    return [{ by: by.name, verdict: rated, text: reason && cutLine(reason, LIMITS.said), at: decidedAt, about: null }]
  })
  const sent = signals.flatMap(({ evaluator, origin, by, comment, recordedAt, retracted }) =>
    evaluator === 'human' && origin === 'ingest' && comment && !retracted
      ? [
          {
            by: by ?? 'sent with the run',
            verdict: 'said',
            text: cutLine(comment, LIMITS.said),
            at: recordedAt,
            about: null,
          },
        ]
      : [],
  )
  return [...verdicts, ...sent]
}

/** Root causes first, then their consequences. */
function failuresOf({ nodes }: RunDetail): BriefFacts['failures'] {
  return nodes
    .flatMap(({ name, id, failure, error }) =>
      failure
        ? [
            {
              node: name ?? id,
              failureClass: failure.failureClass,
              role: failure.role,
              message: cutMiddle(failure.message, LIMITS.line),
              code: error?.code ?? error?.type ?? null,
              times: null,
            },
          ]
        : [],
    )
    .toSorted((a, b) => Number(a.role !== 'root') - Number(b.role !== 'root'))
    .slice(0, LIMITS.parts)
}

/** Returns an excerpt of a run's request: text unchanged, a conversation turn by turn, anything else as JSON; null without a request. */
export function requestExcerpt(value: unknown, max: number): Excerpt | null {
  if (value === undefined) return null
  const turns = readConversation(value)
  return cutText(turns ? turns.map(({ role, text }) => `${role}: ${text ?? ''}`).join('\n\n') : textOf(value), max)
}

/** Returns an excerpt of a run's output: the last text of a conversation, or the whole value. */
export function outputExcerpt(value: unknown, max: number): Excerpt | null {
  if (value === undefined) return null
  const last = readConversation(value)?.findLast(({ text }) => text !== null && text.trim() !== '')
  return cutText(last?.text ?? textOf(value), max)
}

/** A record with a single text is shown as that text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const only = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : []
  return only.length === 1 && typeof only[0] === 'string' ? only[0] : (JSON.stringify(value, null, 2) ?? '')
}
