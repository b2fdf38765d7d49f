import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatPlural, formatScore } from '../format/number'
import { capital, cutMiddle, listWords } from '../format/text'
import { passageOf, readFinding } from '../transcript/text'
import { evaluatorLabels, failureClassLabels } from './verdicts'

/** A reason for or against a run; the step that it belongs to, if there is one. `whole` is the text that was cut; undefined if none was. */
type Reason = { tone: 'pass' | 'review' | 'fail' | 'unknown'; text: string; whole?: string; stepId: string | null }

const SHOWN = 3
const WEAK = 0.7
const QUOTE_MAX = 110

/** Returns the three most important reasons: failures, unmet criteria, doubting evaluators; else what is good. */
export function reasonsOf(detail: RunDetail): Reason[] {
  const against = [...failures(detail), ...unmet(detail), ...doubts(detail), ...weakest(detail)]
  return [...against, ...holding(detail)].slice(0, SHOWN)
}

function failures({ run, nodes, error }: RunDetail): Reason[] {
  const roots = nodes.filter(({ failure }) => failure?.role === 'root')
  const [first] = roots
  if (!first?.failure) {
    if (error) return [{ tone: 'fail', ...saying((cut) => cut(error.message)), stepId: '@error' }]
    return run.status === 'failed' ? [{ tone: 'fail', text: 'It failed without an error message', stepId: null }] : []
  }
  const dragged = nodes.filter(({ failure }) => failure?.role === 'cascade').length
  const more = [
    roots.length > 1 ? `${formatPlural(roots.length - 1, 'other step')} failed too` : null,
    dragged > 0 ? `${formatPlural(dragged, 'step')} failed because of it` : null,
  ].filter(Boolean)
  const { failureClass, message } = first.failure
  const words = saying((cut) => {
    const how = failureClass === 'unknown' ? cut(message) : failureClassLabels[failureClass].toLowerCase()
    return [`${first.name ?? first.id} failed: ${how}`, ...more].join('; ')
  })
  return [{ tone: 'fail', ...words, stepId: first.id }]
}

function unmet({ issues }: RunDetail): Reason[] {
  const blockers = issues.filter(({ blocker, stage }) => blocker && stage !== 'execution')
  const [first] = blockers
  if (!first) return missing(issues)
  const words = saying((cut) => withMore(readFinding(first) ? saidShort(first, cut) : atField(first, cut), blockers))
  return [{ tone: 'fail', ...words, stepId: '@answer' }]
}

/** A finding against the sources, in the words of a review but without its advice. */
function saidShort(issue: RunDetail['issues'][number], cut: Cut): string {
  const { quote, place, evidence } = readFinding(issue) ?? { quote: '', place: '', evidence: '' }
  return `The answer says ${passageOf({ quote: cut(quote), place })}. ${cut(evidence)}`
}

function atField({ field, message }: RunDetail['issues'][number], cut: Cut): string {
  const path = field.replace(/^\$\.?/, '')
  return path ? `${path}: ${cut(message)}` : capital(cut(message))
}

/** A required output that is missing lowers the score, and blocks only where the chain says so. */
const isMissing = ({ stage, type }: RunDetail['issues'][number]) => stage === 'contract' && type === 'missing_field'

function missing(issues: RunDetail['issues']): Reason[] {
  const fields = issues.filter(isMissing)
  const [first] = fields
  if (!first) return []
  return [{ tone: 'review', ...saying((cut) => withMore(cut(first.message), fields)), stepId: '@answer' }]
}

/** What is said of the first, and how many more there are. */
const withMore = (said: string, all: readonly unknown[]) =>
  all.length > 1 ? `${said.replace(/\.$/, '')}, and ${all.length - 1} more` : said

function doubts({ signals }: RunDetail): Reason[] {
  return signals
    .filter(({ inForce, value }) => inForce && value < WEAK)
    .toSorted((a, b) => a.value - b.value)
    .slice(0, 2)
    .map(({ evaluator, value }): Reason => {
      return {
        tone: value < 0.5 ? 'fail' : 'review',
        text: `${evaluatorLabels[evaluator]} scored ${formatScore(value)}`,
        stepId: null,
      }
    })
}

/**
 * What weighs on a run that its measured quality decides. The factors of the confidence are the evaluators, which {@link doubts} names; a failed run
 * conforms to nothing, as {@link failures} says.
 */
function weakest({ run, scores }: RunDetail): Reason[] {
  if (run.profile === 'confidence' || run.basis === 'confidence') return []
  const score = scores.find(({ series, profile }) => profile === run.profile && series === profile)
  const [factor] = (score?.factors ?? [])
    .filter(({ name }) => run.status !== 'failed' || name !== 'conformance')
    .flatMap((one) => (one.value !== null && one.value < WEAK ? [{ ...one, value: one.value }] : []))
    .toSorted((a, b) => b.weight * (1 - b.value) - a.weight * (1 - a.value))
  return factor ? [{ tone: 'review', text: `${factor.label} is ${formatScore(factor.value)}`, stepId: null }] : []
}

function holding({ run, nodes, contract, criteria, issues, signals }: RunDetail): Reason[] {
  const reasons: Reason[] = []
  if (nodes.length > 0 && nodes.every(({ status }) => status === 'completed'))
    reasons.push({
      tone: 'pass',
      text: run.status === 'running' ? 'Every step so far completed' : 'Every step completed',
      stepId: null,
    })
  const isMet = !issues.some((issue) => issue.severity === 'error' || isMissing(issue))
  if ((contract !== undefined || criteria !== undefined) && isMet)
    reasons.push({ tone: 'pass', text: 'Contract and criteria are met', stepId: null })
  const favourable = signals.filter(({ inForce, value }) => inForce && value >= WEAK)
  if (favourable.length > 0)
    reasons.push({
      tone: 'pass',
      text: `${capital(listWords(favourable.map(({ evaluator }) => evaluatorLabels[evaluator].toLowerCase())))} ${favourable.length === 1 ? 'finds' : 'find'} it good`,
      stepId: null,
    })
  if (signals.every(({ inForce }) => !inForce)) reasons.push({ tone: 'unknown', text: 'Not judged yet', stepId: null })
  return reasons
}

type Cut = (text: string) => string

/** The words with what they quote cut, and whole if that is more. */
function saying(words: (cut: Cut) => string): Pick<Reason, 'text' | 'whole'> {
  const text = words((quoted) => cutMiddle(quoted, QUOTE_MAX))
  const whole = words((quoted) => quoted.trim())
  return whole.replace(/\s+/g, ' ').length > text.length ? { text, whole } : { text }
}
