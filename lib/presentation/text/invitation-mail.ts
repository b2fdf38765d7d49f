import { toLine } from '@/lib/engine/mail/to-line'
import { type ComposedMail, layOutMail } from './mail'

/** What an invitation says. Project and name are the words of whoever invites, to somebody who may never have heard of them. */
export type InvitationContent = { project: string; role: string; invitedBy: string; link: string }

const MAX_NAME = 80

/** Subject, plain text and HTML of an invitation, in which the words of others lead nowhere: its one link is the desk's own. */
export function composeInvitation({ project, role, invitedBy, link }: InvitationContent): ComposedMail {
  return layOutMail({
    subject: `You are invited to the project ${toName(project)}`,
    blocks: [
      `${toName(invitedBy)} invites you to the project ${toName(project)} in Veritas, as ${role}.`,
      'The link works once, within seven days. It is only for you: do not share it.',
    ],
    link: { href: link, words: 'View the invitation' },
    foot: { words: 'If you did not expect this, ignore this message.', link: null },
  })
}

/** In quotes, short, and with nothing in it that a mail program would take for an address. */
function toName(text: string): string {
  const line = toLine(text)
    .replaceAll(/[“”"]/g, "'")
    .replaceAll(/([.:/@])(?=[^\s])/g, '$1 ')
  const letters = [...line]
  return `“${letters.length <= MAX_NAME ? line : `${letters.slice(0, MAX_NAME - 1).join('')}…`}”`
}
