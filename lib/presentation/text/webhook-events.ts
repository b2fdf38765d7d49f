import type { WebhookEventType } from '@/lib/contracts/webhooks'
import { closedText } from '@/lib/engine/json/closed-text'
import type { WebhookData } from '@/lib/engine/webhooks/event-data'

const HEADINGS: Record<WebhookEventType | 'webhook.test', string> = {
  'run.scored': 'Run scored',
  'run.needs_review': 'Run needs a person',
  'regression.detected': 'Regression detected',
  'gate.opened': 'Gate opened',
  'gate.warning': 'Gate due soon',
  'gate.approved': 'Gate approved',
  'gate.rejected': 'Gate rejected',
  'gate.timed_out': 'Gate timed out',
  'gate.reversed': 'Gate decision taken back',
  'failure.regressed': 'Failure came back',
  'failure.escalated': 'Failure escalates',
  'brief.ready': 'Something to fix',
  'brief.withdrawn': 'Nothing to fix any more',
  'dlq.added': 'Dead letter added',
  'weekly.published': 'Weekly report published',
  'webhook.test': 'Test message',
}

/** Returns the heading of an event; an unknown type is its own heading. */
function eventHeading(type: string): string {
  return isKnown(type) ? HEADINGS[type] : type
}

/** Describes the event: its `summary`, and the rollback target of a rejected or halted version. */
function eventLabels(data: WebhookData): string {
  const { summary, rollbackTarget } = data
  const target =
    typeof rollbackTarget === 'string'
      ? `Go back to ${rollbackTarget}.`
      : rollbackTarget === null
        ? 'Nothing serves.'
        : ''
  return [typeof summary === 'string' ? closedText(summary) : '', target].filter(Boolean).join(' ')
}

function isKnown(type: string): type is keyof typeof HEADINGS {
  return Object.hasOwn(HEADINGS, type)
}

type SlackMessage = {
  text: string
  blocks: { type: 'section'; text: { type: 'mrkdwn'; text: string; verbatim: true } }[]
}

const MAX_BLOCK = 3000

/** Formats an event for a Slack-compatible incoming webhook. `text` is what a notification shows. */
export function slackMessage(type: string, data: WebhookData): SlackMessage {
  const { project, url } = data
  const heading = eventHeading(type)
  const words = eventLabels(data)
  const place = typeof project === 'string' ? ` in ${project}` : ''
  const link = typeof url === 'string' ? `\n<${url}|Open in Veritas>` : ''
  const said = escapeMarkup(words)
    .slice(0, MAX_BLOCK - 1000)
    .replace(/&\w*$/, '')
    .toWellFormed()
  return {
    text: escapeMarkup(`${heading}${place}${words ? `: ${words}` : ''}`),
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `*${escapeMarkup(heading + place)}*${said ? `\n${said}` : ''}${link}`,
          verbatim: true,
        },
      },
    ],
  }
}

/** What calls everybody, and what leads elsewhere, in the Markdown of Mattermost or Discord, which take the same messages. */
const CALLS = /@(?=(?:all|channel|everyone|here)\b)|\](?=\()/gi

// Besides, the three special characters of Slack's markup; otherwise a name in a run could mention a whole channel.
function escapeMarkup(text: string): string {
  return text
    .replace(CALLS, (mark) => `${mark}\u200b`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
