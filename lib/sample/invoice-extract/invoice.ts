import type { Draw } from '../draw'

export type InvoiceLine = { item: string; quantity: number; unitPrice: number; amount: number }

/** What an invoice says. Amounts in `currency`, two decimals; dates as YYYY-MM-DD. */
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

/** Amounts are kept in whole cents while they are computed. */
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
