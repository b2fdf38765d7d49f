import { toLine } from '@/lib/engine/mail/to-line'

/** The content of a mail. `link` and `settings` are absolute URLs. */
type MailContent = {
  /** The notification in one sentence. May contain text by people and agents, including line breaks. */
  text: string
  project: string
  link: string
  settings: string
  /** An additional sentence, or null. */
  note: string | null
}

export type ComposedMail = { subject: string; text: string; html: string }

const MAX_SUBJECT = 150

/** Composes subject, plain text and HTML of a notification. Whatever the text, the subject is one line, and the HTML is escaped. */
export function composeMail({ text, project, link, settings, note }: MailContent): ComposedMail {
  const sentence = toLine(text)
  const name = toLine(project)
  return layOutMail({
    subject: `[${name}] ${sentence}`,
    blocks: note === null ? [sentence] : [sentence, note],
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
export function layOutMail({ subject, blocks, link, foot }: Layout): ComposedMail {
  const [first = '', ...more] = blocks
  const below = foot.link ? `${foot.words}\n${foot.link.words}: ${foot.link.href}` : foot.words
  const toAnchor = ({ href, words }: Link) => `<a href="${escapeMarkup(href)}">${escapeMarkup(words)}</a>`
  return {
    subject: cut(subject),
    text: `${[...blocks, link.href, `--\n${below}`].join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;color:#1c1c1e;max-width:36rem">',
      `<p style="font-weight:600">${escapeMarkup(first)}</p>`,
      ...more.map((block) => `<p>${escapeMarkup(block)}</p>`),
      `<p>${toAnchor(link)}</p>`,
      '<hr style="border:0;border-top:1px solid #d9d9de">',
      `<p style="font-size:13px;color:#5f5f66">${escapeMarkup(foot.words)}${foot.link ? ` ${toAnchor(foot.link)}.` : ''}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}

function cut(line: string): string {
  const letters = [...line]
  return letters.length <= MAX_SUBJECT ? line : `${letters.slice(0, MAX_SUBJECT - 1).join('')}…`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}
