import { type ComposedMail, layOutMail } from './mail'

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
