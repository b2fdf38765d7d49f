export const fieldNames = ['number', 'vendor', 'issuedOn', 'dueOn', 'currency', 'subtotal', 'tax', 'total'] as const
export type FieldName = (typeof fieldNames)[number]

/** What a version reads by: for each field the expressions it tries in order, and those it reads lines by. */
export type Patterns = Record<FieldName, readonly RegExp[]> & { lines: readonly RegExp[] }

const AMOUNT = String.raw`(\d+\.\d\d)`
const on = (source: string, flags = 'im') => new RegExp(source, flags)

const labelled = {
  lines: [on(String.raw`^(?<quantity>\d+) x (?<item>.+?) @ (?<price>\d+\.\d\d) = (?<amount>\d+\.\d\d)$`, 'gm')],
}
const tabled = { lines: [on(String.raw`^\| (?<item>[^|]+) \| (?<quantity>\d+) \| (?<price>\d+\.\d\d) \| (?<amount>\d+\.\d\d) \|$`, 'gm')] }
const receipted = { lines: [on(String.raw`^(?<item>.+?)  (?<quantity>\d+)X(?<price>\d+\.\d\d)  (?<amount>\d+\.\d\d)$`, 'gm')] }
const lettered = { lines: [on(String.raw`[A-Z]{3} (?<amount>\d+\.\d\d) for (?<quantity>\d+) (?<item>[^(]+) \((?<price>\d+\.\d\d) each\)`, 'g')] }

/** The first release: of a letter it reads neither sums nor the date to pay by, and of a receipt not that date. */
const first: Patterns = {
  number: [on(String.raw`Invoice number: (\S+)`), on(String.raw`\| Invoice \| (\S+) \|`), on(String.raw`^#(\S+)`), on(String.raw`our invoice (\S+)`)],
  vendor: [on(String.raw`\| Vendor \| ([^|]+?) \|`), on(String.raw`^Kind regards, (.+)$`), on(String.raw`^(.+)\n(?:INVOICE|#)`)],
  issuedOn: [on(String.raw`Invoice date: (\S+)`), on(String.raw`\| Issued \| (\S+)`), on(String.raw`^#\S+ +(\S+)$`), on(String.raw`our invoice \S+ of (\d+ \w+ \d{4})`)],
  dueOn: [on(String.raw`Due date: (\S+)`), on(String.raw`\| Payable by \| (\S+)`)],
  currency: [on(String.raw`Currency: ([A-Z]{3})`), on(String.raw`Amount due \(([A-Z]{3})\)`), on(String.raw`^(EUR|USD|GBP) `), on(String.raw`come to ([A-Z]{3})`)],
  subtotal: [on(String.raw`Subtotal: ${AMOUNT}`), on(String.raw`\| Net \|.*\| ${AMOUNT}`), on(String.raw`^NET +${AMOUNT}`)],
  tax: [on(String.raw`VAT \d+ %: ${AMOUNT}`), on(String.raw`\| VAT \d+ % \|.*\| ${AMOUNT}`), on(String.raw`^TAX\d+% +${AMOUNT}`)],
  total: [on(String.raw`^Total: ${AMOUNT}`), on(String.raw`Amount due.*\| ${AMOUNT}`), on(String.raw`^(?:EUR|USD|GBP) +${AMOUNT}`), on(String.raw`come to [A-Z]{3} ${AMOUNT}`)],
  lines: [...labelled.lines, ...tabled.lines, ...receipted.lines, ...lettered.lines],
}

/** Reads the sums of letters as well, and every date to pay by. */
const better: Patterns = {
  ...first,
  dueOn: [...first.dueOn, on(String.raw`^PAY BY (\S+)`), on(String.raw`to pay by (\d+ \w+ \d{4})`)],
  subtotal: [...first.subtotal, on(String.raw`net sum of [A-Z]{3} ${AMOUNT}`)],
  tax: [...first.tax, on(String.raw`VAT of [A-Z]{3} ${AMOUNT}`)],
}

/** Rewritten to read "label: value" in any language, which lost what tables and receipts do not label so. */
const rewritten: Patterns = {
  ...better,
  issuedOn: [on(String.raw`date: (\S+)`), on(String.raw`of (\d+ \w+ \d{4})`)],
  dueOn: [on(String.raw`due date: (\S+)`), on(String.raw`to pay by (\d+ \w+ \d{4})`)],
  currency: [on(String.raw`\b(EUR|USD|GBP)\b`)],
  subtotal: [on(String.raw`(?:sub)?total: ${AMOUNT}`), on(String.raw`net sum of [A-Z]{3} ${AMOUNT}`)],
  tax: [on(String.raw`VAT[^:\n]*: ${AMOUNT}`), on(String.raw`VAT of [A-Z]{3} ${AMOUNT}`)],
  total: [on(String.raw`^total: ${AMOUNT}`), on(String.raw`due[^\n]*?${AMOUNT}`), on(String.raw`come to [A-Z]{3} ${AMOUNT}`)],
}

export const versions = { '1.0.0': first, '1.0.1': better, '1.1.0': rewritten } as const
export type Version = keyof typeof versions
