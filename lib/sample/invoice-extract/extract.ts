import { readDate } from './dates'
import type { InvoiceLine } from './invoice'
import { type FieldName, fieldNames, type Patterns } from './patterns'

/** The fields that were found; one that was not is absent. */
export type Header = {
  number?: string
  vendor?: string
  issuedOn?: string
  dueOn?: string
  currency?: string
  subtotal?: number
  tax?: number
  total?: number
}
export type Extracted = Header & { lines: InvoiceLine[] }

const AMOUNTS: readonly FieldName[] = ['subtotal', 'tax', 'total']
const DATES: readonly FieldName[] = ['issuedOn', 'dueOn']

/** Reads the fields of a document by these patterns. */
export function extractHeader(document: string, patterns: Patterns): Header {
  const found = fieldNames.flatMap((field) => {
    const text = firstMatch(document, patterns[field])
    const value = text === undefined ? undefined : toValue(field, text)
    return value === undefined ? [] : [[field, value] as const]
  })
  return Object.fromEntries(found)
}

function firstMatch(document: string, expressions: readonly RegExp[]): string | undefined {
  for (const expression of expressions) {
    const text = expression.exec(document)?.[1]
    if (text !== undefined) return text.trim()
  }
  return undefined
}

function toValue(field: FieldName, text: string): string | number | undefined {
  if (AMOUNTS.includes(field)) return Number(text)
  if (DATES.includes(field)) return readDate(text)
  return text
}

/** Reads the lines of a document by these patterns; none when no expression fits. */
export function extractLines(document: string, { lines: expressions }: Patterns): InvoiceLine[] {
  for (const expression of expressions) {
    const lines = [...document.matchAll(expression)].map(({ groups = {} }) => ({
      item: (groups.item ?? '').trim(),
      quantity: Number(groups.quantity),
      unitPrice: Number(groups.price),
      amount: Number(groups.amount),
    }))
    if (lines.length > 0) return lines
  }
  return []
}
