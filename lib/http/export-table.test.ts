import { expect, it } from 'vitest'
import { getSpend } from '@/lib/contracts/overview'
import { openTable, tableHeaders } from './export-table'

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

it('begins with a byte order mark only for Excel, whose file is CSV too', async () => {
  const { table } = getSpend
  if (!table) throw new TypeError('spend has no table')
  const call = async () => ({ rows: [{ chain: 'Zürich', version: null, day: null, runs: 1 }] })
  const linesAs = async (format: 'csv' | 'excel') =>
    Array.fromAsync(await openTable({ ...getSpend, table }, format, call, { by: 'chain' }))
  const plain = await linesAs('csv')
  expect(plain[0]).toMatch(/^chain,/)
  expect(await linesAs('excel')).toEqual([`\ufeff${plain[0]}`, plain[1]])
  const now = new Date('2026-03-01T10:00:00Z')
  expect(tableHeaders(table, 'excel', now)).toEqual(tableHeaders(table, 'csv', now))
})
