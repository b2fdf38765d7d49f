import { expect, it } from 'vitest'
import { z } from 'zod'
import { nameExports } from './named-schemas'

const one = z.object({ one: z.string() })
const other = z.object({ other: z.string() })

it('names a schema once, also if several contracts export it, and refuses two under one name', () => {
  const named = nameExports([
    ['thingView', one],
    ['thingView', one],
    ['runRow', other],
    ['limit', 3],
  ])
  expect(named).toMatchObject({ Thing: one, RunRow: other })
  expect(() =>
    nameExports([
      ['thingView', one],
      ['thingView', other],
    ]),
  ).toThrow('two contracts export a schema named Thing')
  expect(() => nameExports([['error', one]])).toThrow('named Error')
})
