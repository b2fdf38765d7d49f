import { type ComposedMail, layOutMail } from './mail'

/** The mail with a link for a new password. */
export function composeResetMail(link: string): ComposedMail {
  return layOutMail({
    subject: 'Choose a new password for Veritas',
    blocks: [
      'Somebody, probably you, asked for a new password for the account with this address.',
      'The link works once, within an hour. It is yours alone: do not pass it on.',
    ],
    link: { href: link, words: 'Choose a new password' },
    foot: { words: 'You did not ask for it? Then do nothing: your password stays as it is.', link: null },
  })
}
