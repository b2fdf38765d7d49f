import { expect, it } from 'vitest'
import { getQueryClient } from './query-client'

it('a query that is refused while a page is rendered is asked once, and holds nothing up', async () => {
  let asked = 0
  const queryFn = () => {
    asked++
    throw new Error('runs: must be two runs of one scenario')
  }
  await expect(getQueryClient().query({ queryKey: ['pairs'], queryFn })).rejects.toThrow('one scenario')
  expect(asked).toBe(1)
})
