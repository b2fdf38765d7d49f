import { toLine } from '@/lib/engine/mail/mail-rules'

/** The content of a mail. `link` and `settings` are absolute URLs. */
type MailContent = {
  /** The notification in one sentence. May contain text by people and agents, including line breaks. */
  text: string
  project: string
  link: string
  settings: string
  /** Further paragraphs. May contain text by people and agents. */
  notes: readonly string[]
}

export type ComposedMail = { subject: string; text: string; html: string }

const MAX_SUBJECT = 150
/** Characters of the project's name in a subject. */
const NAME_MAX = 40

/** Composes subject, plain text and HTML of a notification. Whatever the text, the subject is one line, and the HTML is escaped. */
export function composeMail({ text, project, link, settings, notes }: MailContent): ComposedMail {
  const sentence = toLine(text)
  const name = toLine(project)
  return layOutMail({
    // A phone shows about 40 characters: what happened comes first, and the project is kept at the end.
    subject: `${cut(sentence, MAX_SUBJECT - NAME_MAX - 3)} [${cut(name, NAME_MAX)}]`,
    blocks: [sentence, ...notes.map(toLine)],
    link: { href: link, words: 'Open it in Veritas' },
    foot: {
      words: `You are receiving this because you are a member of the project ${name} in Veritas.`,
      link: { href: settings, words: 'Change what you receive' },
    },
  })
}

type Link = { href: string; words: string }
type Layout = { subject: string; blocks: readonly string[]; link: Link; foot: { words: string; link: Link | null } }

/** Lays out a mail: sentences with the most important first, one link, and a footer on why it was sent. */
function layOutMail({ subject, blocks, link, foot }: Layout): ComposedMail {
  const [first = '', ...more] = blocks
  const below = foot.link ? `${foot.words}\n${foot.link.words}: ${foot.link.href}` : foot.words
  const toAnchor = ({ href, words }: Link) => `<a href="${escapeMarkup(href)}">${escapeMarkup(words)}</a>`
  return {
    subject: cut(subject, MAX_SUBJECT),
    text: `${[...blocks, link.href, `--\n${below}`].join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1c1c1e;max-width:36rem">',
      `<p dir="auto" style="font-weight:600">${escapeMarkup(first)}</p>`,
      ...more.map((block) => `<p dir="auto">${escapeMarkup(block)}</p>`),
      `<p>${toAnchor(link)}</p>`,
      '<hr style="border:0;border-top:1px solid #d9d9de">',
      `<p style="font-size:13px;color:#5f5f66">${escapeMarkup(foot.words)}${foot.link ? ` ${toAnchor(foot.link)}.` : ''}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}

function cut(line: string, most: number): string {
  const letters = [...line]
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}

/** The content of an invitation. Project and inviter's name are untrusted text, sent to someone who may not know Veritas. */
type InvitationContent = { project: string; role: string; invitedBy: string; link: string }

const MAX_NAME = 80

/** Composes an invitation in which names cannot add links: its only link is our own. */
export function composeInvitation({ project, role, invitedBy, link }: InvitationContent): ComposedMail {
  return layOutMail({
    subject: `Join ${toName(project)} in Veritas`,
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
