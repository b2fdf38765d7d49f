import { toLine } from '@/lib/engine/mail/to-line'
import { type ComposedMail, layOutMail } from './mail'

/** The content of an invitation. Project and inviter's name are untrusted text, sent to someone who may not know Veritas. */
type InvitationContent = { project: string; role: string; invitedBy: string; link: string }

const MAX_NAME = 80

/** Composes an invitation in which names cannot add links: its only link is our own. */
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

/** Quotes and shortens a name, and breaks up anything that a mail program would turn into a link. */
function toName(text: string): string {
  const line = toLine(text)
    .replaceAll(/[“”"]/g, "'")
    .replaceAll(/([.:/@])(?=[^\s])/g, '$1 ')
  const letters = [...line]
  return `“${letters.length <= MAX_NAME ? line : `${letters.slice(0, MAX_NAME - 1).join('')}…`}”`
}

/** Composes the mail with a link to reset the password. */
export function composeResetMail(link: string): ComposedMail {
  return layOutMail({
    subject: 'Choose a new password for Veritas',
    blocks: [
      'Someone, probably you, asked to reset the password for the account with this address.',
      'The link works once, within an hour. It is only for you: do not share it.',
    ],
    link: { href: link, words: 'Choose a new password' },
    foot: { words: 'If you did not ask for this, ignore this message. Your password stays the same.', link: null },
  })
}
