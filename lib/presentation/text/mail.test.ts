import fc from 'fast-check'
import { expect, it } from 'vitest'
import { composeInvitation, composeMail } from './mail'

const content = {
  text: 'A gate waits for you: answers 1.0.1 is worse than 1.0.0',
  project: 'Support',
  link: 'https://desk.example.org/p/support/gates/1',
  settings: 'https://desk.example.org/p/support/settings/account#mail',
  notes: [],
}

it('states what happened, where, and how to change notifications', () => {
  const mail = composeMail({ ...content, notes: ['There are more.'] })
  expect(mail.subject).toBe('A gate waits for you: answers 1.0.1 is worse than 1.0.0 [Support]')
  expect(mail.text).toBe(
    `${content.text}\n\nThere are more.\n\n${content.link}\n\n--\nYou are receiving this because you are a member of the project Support in Veritas.\nChange what you receive: ${content.settings}\n`,
  )
  for (const part of [content.text, 'There are more.', `href="${content.link}"`, `href="${content.settings}"`])
    expect(mail.html).toContain(part)
})

it.each([
  ['line breaks', 'Good?\r\nBcc: all@example.org', 'Good? Bcc: all@example.org'],
  ['separators', 'a\u2028b\u2029c\u0085d\0e', 'a b c d e'],
  ['direction marks', 'a\u202eb', 'a b'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
])('puts %s on one line', (_, text, line) => {
  expect(composeMail({ ...content, text }).subject).toBe(`${line} [Support]`)
})

it('has one subject line of at most 150 characters, and escapes markup', () => {
  const words = fc.string({ unit: 'binary', maxLength: 400 })
  fc.assert(
    fc.property(words, words, (text, project) => {
      const { subject, html } = composeMail({ ...content, text, project, notes: [text] })
      expect([...subject].length).toBeLessThanOrEqual(150)
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(subject.isWellFormed()).toBe(true)
      expect(html.match(/</g)).toHaveLength(composeMail({ ...content, notes: ['x'] }).html.match(/</g)?.length ?? 0)
    }),
  )
})

it('shortens what happened and the name of the project, each at its own end, only where they are too long', () => {
  const subjectOf = (text: number, project: number) =>
    composeMail({ ...content, text: 'a'.repeat(text), project: 'b'.repeat(project) }).subject
  expect(subjectOf(107, 40)).toBe(`${'a'.repeat(107)} [${'b'.repeat(40)}]`)
  expect(subjectOf(108, 41)).toBe(`${'a'.repeat(106)}… [${'b'.repeat(39)}…]`)
})

it('shortens names in an invitation beyond 80 characters', () => {
  const subjectOf = (length: number) =>
    composeInvitation({ project: 'b'.repeat(length), role: 'viewer', invitedBy: 'Ada', link: content.link }).subject
  expect(subjectOf(80)).toBe(`Join “${'b'.repeat(80)}” in Veritas`)
  expect(subjectOf(81)).toBe(`Join “${'b'.repeat(79)}…” in Veritas`)
})
