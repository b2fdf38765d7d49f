import { eventHeading, eventWords } from './event-words'
import type { WebhookData } from './fit-data'

type SlackMessage = {
  text: string
  blocks: { type: 'section'; text: { type: 'mrkdwn'; text: string } }[]
}

const MAX_BLOCK = 3000

/** An event as a Slack-compatible incoming webhook takes it: words and a link. `text` is what a notification shows. */
export function slackMessage(type: string, data: WebhookData): SlackMessage {
  const { project, url } = data
  const heading = eventHeading(type)
  const words = eventWords(data)
  const place = typeof project === 'string' ? ` in ${project}` : ''
  const link = typeof url === 'string' ? `\n<${url}|Open in Veritas>` : ''
  const said = escapeMarkup(words).slice(0, MAX_BLOCK - 1000)
  return {
    text: escapeMarkup(`${heading}${place}${words ? `: ${words}` : ''}`),
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `*${escapeMarkup(heading + place)}*${said ? `\n${said}` : ''}${link}` },
      },
    ],
  }
}

// The three characters that mean something in Slack's markup; a name in a run could else mention a whole channel.
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
