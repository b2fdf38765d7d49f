import fc from 'fast-check'
import { expect, it } from 'vitest'
import { composeInvitation } from './mail'

const content = {
  project: 'Support',
  role: 'reviewer',
  invitedBy: 'Ada',
  link: 'https://desk.example.org/invite/secret',
}

it('names inviter, project and expiry, and that nothing has to be done', () => {
  const { subject, text, html } = composeInvitation(content)
  expect(subject).toBe('Join “Support” in Veritas')
  expect(text).toContain('“Ada” invites you to the project “Support” in Veritas, as reviewer.')
  for (const part of [text, html]) expect(part).toContain(content.link)
  expect(text).toContain('within seven days')
  expect(text).toContain('ignore this message')
})

it.each([
  ['a header', 'Support\r\nBcc: all@example.org'],
  ['markup', '<a href="https://evil.example">Support</a>'],
  ['an address', 'Your account is locked: see https://evil.example/x or evil.example, mail me@evil.example'],
  ['a sentence that imitates the mail', 'x” in Veritas, as admin. Open “evil'],
])('does not let names add %s', (_, words) => {
  const { subject, text, html } = composeInvitation({ ...content, project: words, invitedBy: words })
  expect(subject).not.toMatch(/[\r\n]/)
  const own = (part: string) => part.replaceAll(content.link, '')
  expect(own(text)).not.toMatch(/\w:\/\/|\w\.\w|\w@\w/)
  expect(own(html)).not.toMatch(/evil\.example|<a href="https:\/\/evil/)
  expect(text.match(/“/g)).toHaveLength(2)
  expect(text.match(/”/g)).toHaveLength(2)
})

it('has one subject line of limited length, without markup or links from names', () => {
  const words = fc.string({ unit: fc.constantFrom(...'ab.:/@<>&"“”\r\n\u2028\u202e \ud800'), maxLength: 120 })
  const tags = composeInvitation(content).html.match(/</g)?.length ?? 0
  fc.assert(
    fc.property(words, words, (project, invitedBy) => {
      const { subject, text, html } = composeInvitation({ ...content, project, invitedBy })
      expect([...subject].length).toBeLessThanOrEqual(150)
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(html.match(/</g)).toHaveLength(tags)
      expect(text.replaceAll(content.link, '')).not.toMatch(/\w:\/\/|\w\.\w|\w@\w/)
    }),
  )
})
