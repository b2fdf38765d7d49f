import { describe, expect, it } from 'vitest'
import { identifier } from './primitives'

const problems = (value: string) =>
  identifier(20)
    .safeParse(value)
    .error?.issues.map(({ message }) => message) ?? []

describe('an identifier', () => {
  it.each(['answers', '50%_off', '返品', 'שלום', '👩‍🚀', 'a\u200bb', 'é'.normalize('NFD')])('may be %s', (value) => {
    expect(problems(value)).toEqual([])
  })

  it.each([
    ['a zero-width space', '\u200b'],
    ['a soft hyphen', '\u00ad'],
    ['marks of direction', '\u200e\u202e'],
    ['a filler that shows as nothing', '\u3164'],
    ['a variation selector', '\ufe0f'],
  ])('must not be only %s, since nobody could see or search for it', (_, value) => {
    expect(problems(value)).toEqual(['must contain a visible character'])
  })

  it('has one problem when it is empty', () => {
    expect(problems('  ')).toHaveLength(1)
  })
})
