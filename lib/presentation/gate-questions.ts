import type { GateOpening } from '@/lib/contracts/gate-evidence'
import { closedText } from '@/lib/engine/json/closed-text'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import { formatFall } from './format/fall'
import { formatCount, formatLimit, formatPlural } from './format/number'

/** The title of the gate that asks whether a version is worse than the one before it. */
export const titleOfDrop = (chain: string, current: string, prior: string) =>
  `Is ${closedText(chain)} ${closedText(current)} worse than ${closedText(prior)}?`

/** Returns title and question of a gate opened by the regression check: what it found at that time, and what is to be decided. */
export function askAboutDrop(chain: string, opening: GateOpening): { title: string; question: string } {
  const { prior, current, comparedOn, threshold } = opening
  const fall = formatFall(prior.mean, current.mean, threshold)
  const by = comparedOn ? ` by ${listFactors(comparedOn)}, which both versions were measured on` : ''
  return {
    title: titleOfDrop(chain, current.version, prior.version),
    question: [
      `When this opened, ${formatPlural(current.n, 'scored live run')} of ${current.version} had a mean of ${fall.after}${by}, after ${fall.before} over ${formatCount(prior.n)} of ${prior.version}: a drop of ${fall.drop}, with ${formatLimit(threshold)} allowed.`,
      `Keep ${current.version}, or go back to ${prior.version}?`,
    ].join(' '),
  }
}

type Escalation = { title: string | null; clientId: string; reason: string; kind: string | null }

/** Returns title and question of the gate of an escalated run: why it was escalated, and what is to be decided. */
export function askAboutEscalation({ title, clientId, reason, kind }: Escalation): { title: string; question: string } {
  const offer = kind === 'marginal' ? 'Accept the best attempt with its caveat' : 'Accept the result as it is'
  return {
    title: `${closedText(title ?? clientId)} needs a person`,
    question: `${sentence(reason)} ${offer}, or reject it?`,
  }
}

function sentence(reason: string): string {
  const text = reason.trim()
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`
}
