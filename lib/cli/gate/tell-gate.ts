import type { GateDetail } from '@/lib/contracts/gates'
import { formatChange, formatInterval, formatPercent, formatScore } from '@/lib/format/number'
import { ruleWords } from '../regression/verdict-words'

/** One gate in lines: the question, what it stands on, and what a decision would do. */
export function tellGate({ gate, evidence, consequences, history }: GateDetail): string[] {
  const { prior, current, probability } = evidence
  const closes = gate.state === 'pending' ? `until ${gate.deadlineAt}` : `at ${gate.decidedAt}`
  return [
    gate.title,
    gate.question,
    '',
    `state     ${gate.state.replace('_', ' ')}${gate.undone ? ', taken back' : ''} ${closes}`,
    `opened    ${gate.openedAt} by ${gate.openedBy}`,
    ...(prior ? [`before    ${prior.version}: ${formatScore(prior.mean)} over ${prior.n}`] : []),
    `now       ${current.version}: ${formatScore(current.mean)} over ${current.n}`,
    ...(evidence.verdict === null ? [] : [`verdict   ${ruleWords[evidence.verdict]} by the rule`]),
    ...(evidence.delta === null ? [] : [`change    ${formatChange(-evidence.delta, 3)}`]),
    ...(probability
      ? [
          `chance    ${formatPercent(probability.exceeds)} that the drop is more than ${evidence.threshold}; 90 % interval ${formatInterval(probability.interval)}`,
        ]
      : []),
    ...evidence.notes.map((note) => `note      ${note}`),
    ...(gate.state === 'pending'
      ? [`approve   ${consequences.approve}`, `reject    ${consequences.reject}`, `time out  ${consequences.timeout}`]
      : []),
    ...history.map(
      ({ verdict, by, decidedAt, reason }) => `${decidedAt}  ${verdict} by ${by}${reason ? `: ${reason}` : ''}`,
    ),
  ]
}
