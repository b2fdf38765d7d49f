import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { invalidInput } from '@/lib/operations/errors'
import { columnsOf, csvHead, csvLine, rowShape, rowsPath } from './csv'

const formats = ['json', 'csv', 'jsonl'] as const
type Format = (typeof formats)[number]

/** Reads the requested format of a table; `json` is the normal response. @throws invalid_input naming `format` */
export function readFormat(value: unknown): Format {
  const format = formats.find((one) => one === value)
  if (format === undefined) throw invalidInput([{ path: 'format', message: `must be one of ${formats.join(', ')}` }])
  return format
}

type Table = NonNullable<Contract['table']>
type Call = (input: Record<string, unknown>) => Promise<unknown>

/** Iterates over the rows of a table line by line, fetching page after page. Resolves when the first page is available. */
export async function openTable(
  contract: Contract & { table: Table },
  format: Exclude<Format, 'json'>,
  call: Call,
  input: Record<string, unknown>,
): Promise<AsyncIterableIterator<string>> {
  const { table } = contract
  const page = (more: object) => call({ ...input, ...(table.limit !== undefined && { limit: table.limit }), ...more })
  const first = await page({})
  return linesOf(contract, format, first, fieldOf(contract, 'cursor') ? (cursor) => page({ cursor }) : null)
}

function fieldOf({ input }: Contract, name: string): boolean {
  return input instanceof z.ZodObject && name in input.shape
}

async function* linesOf(
  contract: Contract & { table: Table },
  format: Exclude<Format, 'json'>,
  first: unknown,
  pageAfter: ((cursor: unknown) => Promise<unknown>) | null,
): AsyncGenerator<string, void, undefined> {
  const columns = columnsOf(rowShape(contract))
  // CSV lines end with CR LF; the sender adds the LF.
  if (format === 'csv') yield `${csvHead(columns)}\r`
  for (let answer = first; ; ) {
    const rows = rowsPath(contract.table).reduce<unknown>((value, key) => Object(value)[key], answer)
    for (const row of Array.isArray(rows) ? rows : [])
      yield format === 'csv' ? `${csvLine(columns, row)}\r` : JSON.stringify(row)
    const next: unknown = Object(answer).next
    if (!pageAfter || next === null || next === undefined) return
    answer = await pageAfter(next)
  }
}

/** Headers of a table response: content type and file name. */
export function tableHeaders({ name }: Table, format: Exclude<Format, 'json'>, now: Date): Record<string, string> {
  const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8'
  const file = `${name}-${now.toISOString().slice(0, 10)}.${format}`
  return { 'content-type': type, 'content-disposition': `attachment; filename="${file}"` }
}
