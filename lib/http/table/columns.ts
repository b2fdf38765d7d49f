import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import type { CsvColumn } from './csv'

/** Path of the rows in an answer. */
export const rowsPath = (table: NonNullable<Contract['table']>) => table.rows.split('.')

/** The schema of one row of a contract's table. */
export function rowShape({ name, output, table }: Contract): z.ZodType {
  let shape: z.ZodType = output
  for (const key of table ? rowsPath(table) : []) {
    const inner = unwrap(shape)
    const next = inner instanceof z.ZodObject ? inner.shape[key] : undefined
    if (!next) throw new TypeError(`${name}: its answer has no ${table?.rows}`)
    shape = next as z.ZodType
  }
  const list = unwrap(shape)
  if (!(list instanceof z.ZodArray)) throw new TypeError(`${name}: ${table?.rows} is not a list`)
  return list.element as z.ZodType
}

/** One column per field of a row; fields of nested objects are named `object.field`. */
export function columnsOf(row: z.ZodType, before: readonly string[] = []): CsvColumn[] {
  const shape = unwrap(row)
  if (!(shape instanceof z.ZodObject)) return [{ name: before.join('.'), path: before }]
  return Object.entries(shape.shape).flatMap(([key, field]) => columnsOf(field as z.ZodType, [...before, key]))
}

function unwrap(shape: z.ZodType): z.ZodType {
  let inner = shape
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  return inner
}
