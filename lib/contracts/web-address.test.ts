import { describe, expect, it } from 'vitest'
import { webAddress } from './primitives'

describe('webAddress', () => {
  it.each(['ftp://desk.test/', 'desk.test', 'https://desk.test/a\0', 'https://desk.test/a\u0007'])(
    'rejects %j',
    (text) => {
      expect(webAddress.safeParse(text).success).toBe(false)
    },
  )

  it('is kept as sent', () => {
    expect(webAddress.parse('https://desk.test/in?a=ü')).toBe('https://desk.test/in?a=ü')
  })
})
