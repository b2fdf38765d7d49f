import type { WebhookEventType } from '../../contracts/webhooks'
import type { WebhookData } from './fit-data'

const HEADINGS: Record<WebhookEventType | 'webhook.test', string> = {
  'run.scored': 'Run scored',
  'run.needs_review': 'A run needs review',
  'regression.detected': 'Regression detected',
  'gate.opened': 'Gate opened',
  'gate.warning': 'A gate is about to time out',
  'gate.approved': 'Gate approved',
  'gate.rejected': 'Gate rejected',
  'gate.timed_out': 'Gate timed out',
  'gate.reversed': 'Gate decision taken back',
  'dlq.added': 'Dead letter added',
  'weekly.published': 'Weekly review published',
  'webhook.test': 'Test message',
}

/** What an event is called; an unknown type is its own name. */
export function eventHeading(type: string): string {
  return isKnown(type) ? HEADINGS[type] : type
}

/** The event in a sentence or two: its `summary`, and where a rejected or halted version leaves the chain. */
export function eventWords(data: WebhookData): string {
  const { summary, rollbackTarget } = data
  const target =
    typeof rollbackTarget === 'string'
      ? `Go back to ${rollbackTarget}.`
      : rollbackTarget === null
        ? 'Nothing serves.'
        : ''
  return [typeof summary === 'string' ? summary : '', target].filter(Boolean).join(' ')
}

function isKnown(type: string): type is keyof typeof HEADINGS {
  return Object.hasOwn(HEADINGS, type)
}
