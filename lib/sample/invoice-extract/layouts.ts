import type { Draw } from '../draw'
import { spellDate } from './dates'
import type { Invoice } from './invoice'

export const layouts = ['labels', 'table', 'letter', 'receipt'] as const
export type Layout = (typeof layouts)[number]

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

/** The invoice as a document in one of the layouts. */
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

/** The small print that some vendors put below. */
export function addTerms(document: string, draw: Draw): string {
  return [document, '', ...draw.some(TERMS, draw.whole(2, TERMS.length))].join('\n')
}

/** A bad scan: the amounts of one line can no longer be read, and in some a whole line is gone. */
export function smudge(document: string, draw: Draw): string {
  const lines = document.split('\n')
  const at = lines.length - draw.whole(1, 3)
  const damaged = (lines[at] ?? '').replace(/\d+\.\d\d/g, (amount) => amount.replace(/\d$/, '?'))
  return lines.flatMap((line, index) => (index === at ? (draw.chance(0.3) ? [] : [damaged]) : [line])).join('\n')
}
