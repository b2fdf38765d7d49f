import { type InvoiceLine, MONTHS } from './invoice'

/** The fields that were found; missing fields are absent. */
type Header = {
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

/** Extracts the header fields of a document with these patterns. */
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

/** Extracts the lines of a document with the first expression that matches; empty if none does. */
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

export const fieldNames = ['number', 'vendor', 'issuedOn', 'dueOn', 'currency', 'subtotal', 'tax', 'total'] as const
export type FieldName = (typeof fieldNames)[number]

/** The patterns of a version: for each field, and for the lines, the expressions to try in order. */
type Patterns = Record<FieldName | 'lines', readonly RegExp[]>

const LINES = [
  /^(?<quantity>\d+) x (?<item>.+?) @ (?<price>\d+\.\d\d) = (?<amount>\d+\.\d\d)$/gm,
  /^\| (?<item>[^|]+) \| (?<quantity>\d+) \| (?<price>\d+\.\d\d) \| (?<amount>\d+\.\d\d) \|$/gm,
  /^(?<item>.+?) {2}(?<quantity>\d+)X(?<price>\d+\.\d\d) {2}(?<amount>\d+\.\d\d)$/gm,
  /[A-Z]{3} (?<amount>\d+\.\d\d) for (?<quantity>\d+) (?<item>[^(]+) \((?<price>\d+\.\d\d) each\)/g,
]

/** The first release: it misses the sums of letters, and the due date of letters and receipts. */
const first: Patterns = {
  number: [/^Invoice number: (\S+)/m, /\| Invoice \| (\S+) \|/, /^#(\S+)/m, /our invoice (\S+)/],
  vendor: [/\| Vendor \| ([^|]+?) \|/, /^Kind regards, (.+)$/m, /^(.+)\n(?:INVOICE|#)/],
  issuedOn: [/^Invoice date: (\S+)/m, /\| Issued \| (\S+)/, /^#\S+ +(\S+)$/m, /our invoice \S+ of (\d+ \w+ \d{4})/],
  dueOn: [/^Due date: (\S+)/m, /\| Payable by \| (\S+)/],
  currency: [/^Currency: ([A-Z]{3})/m, /Amount due \(([A-Z]{3})\)/, /^(EUR|USD|GBP) /m, /come to ([A-Z]{3})/],
  subtotal: [/^Subtotal: (\d+\.\d\d)/m, /\| Net \|.*\| (\d+\.\d\d)/, /^NET +(\d+\.\d\d)/m],
  tax: [/^VAT \d+ %: (\d+\.\d\d)/m, /\| VAT \d+ % \|.*\| (\d+\.\d\d)/, /^TAX\d+% +(\d+\.\d\d)/m],
  total: [
    /^Total: (\d+\.\d\d)/m,
    /Amount due.*\| (\d+\.\d\d)/,
    /^(?:EUR|USD|GBP) +(\d+\.\d\d)/m,
    /come to [A-Z]{3} (\d+\.\d\d)/,
  ],
  lines: LINES,
}

/** Also reads the sums of letters and every due date. */
const better: Patterns = {
  ...first,
  dueOn: [...first.dueOn, /^PAY BY (\S+)/m, /to pay by (\d+ \w+ \d{4})/],
  subtotal: [...first.subtotal, /net sum of [A-Z]{3} (\d+\.\d\d)/],
  tax: [...first.tax, /VAT of [A-Z]{3} (\d+\.\d\d)/],
}

/** Rewritten to read any "label: value", which lost fields that tables and receipts label differently. */
const rewritten: Patterns = {
  ...better,
  issuedOn: [/invoice date: (\S+)/i, /of (\d+ \w+ \d{4})/],
  dueOn: [/due date: (\S+)/i, /to pay by (\d+ \w+ \d{4})/],
  currency: [/\b(EUR|USD|GBP)\b/],
  subtotal: [/subtotal: (\d+\.\d\d)/i, /net sum of [A-Z]{3} (\d+\.\d\d)/],
  tax: [/VAT[^:\n]*: (\d+\.\d\d)/, /VAT of [A-Z]{3} (\d+\.\d\d)/],
  total: [/^total: (\d+\.\d\d)/im, /due[^\n]*?(\d+\.\d\d)/i, /come to [A-Z]{3} (\d+\.\d\d)/],
}

export const versions = { '1.0.0': first, '1.0.1': better, '1.1.0': rewritten } as const
export type Version = keyof typeof versions

const FORMS = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  /^(?<day>\d\d)[/.](?<month>\d\d)[/.](?<year>\d{4})$/,
  /^(?<day>\d{1,2}) (?<name>[a-z]+) (?<year>\d{4})$/i,
]

/** Converts a date in one of the known spellings to YYYY-MM-DD; undefined if it is none. */
function readDate(text: string): string | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups
    if (!groups) continue
    const month = groups.month ?? String(MONTHS.indexOf(groups.name ?? '') + 1)
    return `${groups.year}-${month.padStart(2, '0')}-${(groups.day ?? '').padStart(2, '0')}`
  }
  return undefined
}
