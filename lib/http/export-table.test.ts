import { expect, it } from 'vitest'
import { getSpend } from '@/lib/contracts/overview'
import { openTable } from './export-table'

it('exports every row of a table that is shown in part', async () => {
  const all = Array.from({ length: 120 }, (_, place) => ({
    chain: `chain-${place}`,
    version: null,
    day: null,
    runs: 1,
  }))
  const call = async ({ limit = 50 }: { limit?: number }) => ({ rows: all.slice(0, limit) })
  const { table } = getSpend
  if (!table) throw new TypeError('spend has no table')
  const lines: string[] = []
  for await (const line of await openTable({ ...getSpend, table }, 'csv', call, { by: 'chain' })) lines.push(line)
  expect(lines).toHaveLength(1 + all.length)
})
