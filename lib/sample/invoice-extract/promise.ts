import { isClose } from '@/lib/engine/tolerance'
import type { Promised } from '../runner/chain-run'
import { type Extracted, type FieldName, fieldNames } from './extract'
import { type Invoice, spellDate } from './invoice'

const text = { type: 'string', minLength: 1 }
const amount = { type: 'number', minimum: 0 }
const date = { type: 'string', format: 'date' }

const contract: Promised['contract'] = {
  schema: {
    type: 'object',
    required: ['invoiceNumber', 'vendor', 'currency', 'total', 'lines'],
    properties: {
      invoiceNumber: text,
      vendor: text,
      issuedOn: date,
      dueOn: date,
      currency: { enum: ['EUR', 'USD', 'GBP'] },
      subtotal: amount,
      tax: amount,
      total: amount,
      totalsAgree: { type: 'boolean' },
      summary: text,
      lines: {
        type: 'array',
        items: {
          type: 'object',
          required: ['item', 'quantity', 'unitPrice', 'amount'],
          properties: { item: text, quantity: { type: 'integer', minimum: 1 }, unitPrice: amount, amount },
        },
      },
    },
  },
  requiredOutputs: [
    'invoiceNumber',
    'vendor',
    'issuedOn',
    'dueOn',
    'currency',
    'lines',
    'subtotal',
    'tax',
    'total',
    'summary',
  ],
}

const criteria: Promised['criteria'] = {
  required_formats: { issuedOn: 'date', dueOn: 'date' },
  require_non_empty: true,
  accuracy_criteria: {
    business_rules: [
      { id: 'sums', field: 'totalsAgree', op: 'eq', value: true, message: 'The amounts do not add up.' },
    ],
    expected_ranges: { total: { min: 0.01 } },
    cross_field_validations: [{ id: 'order', left: 'dueOn', op: 'gte', right: 'issuedOn', severity: 'warning' }],
  },
  performance_budget: { tokens: 1200 },
}

/** Contract and criteria of every version of the chain. */
export const promised: Promised = { contract, criteria }

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100

/** Whether the lines add up to the subtotal, and subtotal and tax to the total; undefined if a part was not read. */
export function totalsAgree({ lines, subtotal, tax, total }: Extracted): boolean | undefined {
  if (subtotal === undefined || tax === undefined || total === undefined || lines.length === 0) return undefined
  const amounts = lines.map((line) => line.amount)
  return isClose(sumOf(amounts), subtotal) && isClose(sumOf([subtotal, tax]), total)
}

/** Returns the extractor's own estimate: the share of the document's amounts that it accounted for. */
export function estimateItself(document: string, extracted: Extracted): number {
  const written = new Set(document.match(/\d+\.\d\d\b/g) ?? [])
  const used = [extracted.subtotal, extracted.tax, extracted.total]
    .concat(extracted.lines.flatMap((line) => [line.amount, line.unitPrice]))
    .flatMap((amount) => amount?.toFixed(2) ?? [])
  return written.size === 0 ? 0 : [...written].filter((amount) => used.includes(amount)).length / written.size
}

/** Simulates a second reader that shares no pattern with the first: is each value in the document, and do the sums agree? */
export function readAgain(document: string, extracted: Extracted): { score: number; doubts: string[] } {
  const text = document.toLowerCase()
  const doubts = fieldNames.filter((field) => !spellings(field, extracted[field]).some((form) => text.includes(form)))
  const checks = [
    ...(extracted.lines.length > 0 ? [] : ['lines']),
    ...(totalsAgree(extracted) ? [] : ['sums']),
    ...doubts,
  ]
  return { score: 1 - checks.length / (fieldNames.length + 2), doubts: checks }
}

function spellings(field: FieldName, value: string | number | undefined): string[] {
  if (value === undefined) return []
  if (typeof value === 'number') return [value.toFixed(2)]
  return (field === 'issuedOn' || field === 'dueOn' ? Object.values(spellDate(value)) : [value]).map((form) =>
    form.toLowerCase(),
  )
}

/** Simulates the ledger, which accepts an invoice that matches its order and has a due date. */
export function postToLedger(order: Invoice, extracted: Extracted): { accepted: boolean; reason: string } {
  const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()
  const faults = [
    ...(same(extracted.number, order.number) && same(extracted.vendor, order.vendor) ? [] : ['no order matches it']),
    ...(extracted.total === order.total && extracted.currency === order.currency
      ? []
      : ['the amount differs from the order']),
    ...(extracted.dueOn === undefined ? ['it has no due date'] : []),
  ]
  return { accepted: faults.length === 0, reason: faults.length === 0 ? 'booked' : faults.join('; ') }
}
