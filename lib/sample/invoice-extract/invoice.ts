import type { Draw } from '../draw'

export type InvoiceLine = { item: string; quantity: number; unitPrice: number; amount: number }

/** The data of an invoice. Amounts in `currency`, two decimals; dates as YYYY-MM-DD. */
export type Invoice = {
  number: string
  vendor: string
  issuedOn: string
  dueOn: string
  currency: 'EUR' | 'USD' | 'GBP'
  lines: InvoiceLine[]
  subtotal: number
  taxPercent: number
  tax: number
  total: number
}

const VENDORS = [
  'Nordlicht Bearings GmbH',
  'Harbour Paper Ltd',
  'Quill & Staple Inc',
  'Alpine Tooling AG',
  'Redwood Lab Supply',
  'Marlow Print House',
] as const
const ITEMS = [
  'Ball bearing 6204',
  'Copy paper A4',
  'Steel bracket',
  'Toner cartridge',
  'Shipping box',
  'Cable tie set',
  'Pipette tips',
  'Drill bit 8 mm',
] as const

/** Amounts are computed in whole cents. */
const toMoney = (cents: number) => Math.round(cents) / 100

export function drawInvoice(draw: Draw): Invoice {
  const lines = draw.some(ITEMS, draw.whole(2, 5)).map((item) => {
    const quantity = draw.whole(1, 24)
    const cents = draw.whole(190, 14_500)
    return { item, quantity, unitPrice: toMoney(cents), amount: toMoney(cents * quantity) }
  })
  const net = lines.reduce((sum, line) => sum + Math.round(line.amount * 100), 0)
  const taxPercent = draw.pick([7, 19, 20])
  const tax = Math.round((net * taxPercent) / 100)
  const month = draw.whole(1, 9)
  const day = (number: number) => String(number).padStart(2, '0')
  return {
    number: `${draw.pick(['A', 'R', 'INV'])}-${draw.whole(10_000, 99_999)}`,
    vendor: draw.pick(VENDORS),
    issuedOn: `2026-${day(month)}-${day(draw.whole(1, 28))}`,
    dueOn: `2026-${day(month + 1)}-${day(draw.whole(1, 28))}`,
    currency: draw.pick(['EUR', 'USD', 'GBP']),
    lines,
    subtotal: toMoney(net),
    taxPercent,
    tax: toMoney(tax),
    total: toMoney(net + tax),
  }
}

export const layouts = ['labels', 'table', 'letter', 'receipt'] as const
type Layout = (typeof layouts)[number]

const money = (amount: number) => amount.toFixed(2)

function asLabels(invoice: Invoice): string {
  return [
    invoice.vendor,
    'INVOICE',
    `Invoice number: ${invoice.number}`,
    `Invoice date: ${invoice.issuedOn}`,
    `Due date: ${invoice.dueOn}`,
    `Currency: ${invoice.currency}`,
    '',
    ...invoice.lines.map(
      (line) => `${line.quantity} x ${line.item} @ ${money(line.unitPrice)} = ${money(line.amount)}`,
    ),
    '',
    `Subtotal: ${money(invoice.subtotal)}`,
    `VAT ${invoice.taxPercent} %: ${money(invoice.tax)}`,
    `Total: ${money(invoice.total)}`,
  ].join('\n')
}

function asTable(invoice: Invoice): string {
  const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    row('Vendor', invoice.vendor, 'Invoice', invoice.number),
    row('Issued', spellDate(invoice.issuedOn).slashed, 'Payable by', spellDate(invoice.dueOn).slashed),
    row('Item', 'Qty', 'Price', 'Amount'),
    ...invoice.lines.map((line) => row(line.item, line.quantity, money(line.unitPrice), money(line.amount))),
    row('Net', '', '', money(invoice.subtotal)),
    row(`VAT ${invoice.taxPercent} %`, '', '', money(invoice.tax)),
    row(`Amount due (${invoice.currency})`, '', '', money(invoice.total)),
  ].join('\n')
}

function asLetter(invoice: Invoice): string {
  const { currency } = invoice
  const lines = invoice.lines.map(
    (line) => `${currency} ${money(line.amount)} for ${line.quantity} ${line.item} (${money(line.unitPrice)} each)`,
  )
  return [
    `Dear customer, this is our invoice ${invoice.number} of ${spellDate(invoice.issuedOn).long}.`,
    `We charge you ${lines.join(', ')}.`,
    `The net sum of ${currency} ${money(invoice.subtotal)} and ${invoice.taxPercent} % VAT of ${currency} ${money(invoice.tax)}`,
    `come to ${currency} ${money(invoice.total)}, which we ask you to pay by ${spellDate(invoice.dueOn).long}.`,
    `Kind regards, ${invoice.vendor}`,
  ].join('\n')
}

function asReceipt(invoice: Invoice): string {
  return [
    invoice.vendor.toUpperCase(),
    `#${invoice.number}  ${spellDate(invoice.issuedOn).dotted}`,
    ...invoice.lines.map(
      (line) => `${line.item.toUpperCase()}  ${line.quantity}X${money(line.unitPrice)}  ${money(line.amount)}`,
    ),
    `NET  ${money(invoice.subtotal)}`,
    `TAX${invoice.taxPercent}%  ${money(invoice.tax)}`,
    `${invoice.currency}  ${money(invoice.total)}`,
    `PAY BY ${spellDate(invoice.dueOn).dotted}`,
  ].join('\n')
}

const WRITERS: Record<Layout, (invoice: Invoice) => string> = {
  labels: asLabels,
  table: asTable,
  letter: asLetter,
  receipt: asReceipt,
}

/** Writes the invoice as a document in one of the layouts. */
export function writeDocument(invoice: Invoice, layout: Layout): string {
  return WRITERS[layout](invoice)
}

const TERMS = [
  'Goods stay our property until they are paid for in full.',
  'Complaints have to reach us in writing within ten days of delivery.',
  'After the due date we charge interest at the legal rate.',
  'The place of jurisdiction for both sides is that of our registered office.',
  'Please quote the invoice number with your payment.',
]

/** Appends the small print that some vendors add. */
export function addTerms(document: string, draw: Draw): string {
  return [document, '', ...draw.some(TERMS, draw.whole(2, TERMS.length))].join('\n')
}

/** Simulates a bad scan: the amounts of one line are unreadable, and sometimes a whole line is missing. */
export function smudge(document: string, draw: Draw): string {
  const lines = document.split('\n')
  const at = lines.length - draw.whole(1, 3)
  const damaged = (lines[at] ?? '').replace(/\d+\.\d\d/g, (amount) => amount.replace(/\d$/, '?'))
  return lines.flatMap((line, index) => (index === at ? (draw.chance(0.3) ? [] : [damaged]) : [line])).join('\n')
}

export const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Returns the spellings of a YYYY-MM-DD date that documents use. */
export function spellDate(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  return {
    iso: date,
    slashed: `${day}/${month}/${year}`,
    dotted: `${day}.${month}.${year}`,
    long: `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
  }
}
