import { describe, expect, it } from 'vitest'
import { slug } from '@/lib/contracts/projects'
import { toSlug } from './create-project-form'

describe('toSlug', () => {
  it.each([
    ['Support agents', 'support-agents'],
    ['  Größe & Maß (2)  ', 'grosse-mass-2'],
    ['Émile', 'emile'],
    ['日本', ''],
    ['', ''],
  ])('turns %j into %j', (name, expected) => {
    expect(toSlug(name)).toBe(expected)
  })

  it('returns an empty string or a valid slug', () => {
    for (const name of ['x'.repeat(90), `${'x'.repeat(63)} y`, '--a--', 'A.B.C', '!!']) {
      const suggested = toSlug(name)
      expect(suggested === '' || slug.safeParse(suggested).success).toBe(true)
    }
  })
})
