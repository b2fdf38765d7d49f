import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: unknown, source: string) =>
  detectHallucinations({
    output: typeof output === 'string' ? output : JSON.stringify(output, null, 2),
    sources: [{ id: 's', text: source }],
  }).findings.filter(({ type }) => type !== 'unsupported_claim')
const found = (output: unknown, source: string) =>
  findings(output, source).map(({ verdict, span }) => `${verdict}: ${span.text}`)

const invoice = `INVOICE No. 2026-00417
Nordlicht Shipping GmbH, Hafenstraße 12, 20457 Hamburg
Invoice date: 12.11.2026, payable within thirty days
Pallet wrap | 40 | 158,00 €
Edge protectors | 200 | 84,00 €
Total 242,00 €
IBAN DE89 3704 0044 0532 0130 00
Returns are not accepted. Express delivery: yes.`
const extracted = {
  number: '2026-00417',
  vendor: 'Nordlicht Shipping GmbH',
  invoice_date: '2026-11-12',
  due_date: '2026-12-12',
  items: [
    { item: 'Pallet wrap', quantity: 40, total: 158 },
    { item: 'Edge protectors', quantity: 200, total: 84 },
  ],
  total: 242,
  currency: 'EUR',
  iban: 'DE89370400440532013000',
  payment_days: 30,
  returns_accepted: false,
  express_delivery: true,
}

describe('a field of a JSON output', () => {
  it('is supported in any notation, by a calculation of its record, and by a span of time', () => {
    expect(found(extracted, invoice)).toEqual([])
    expect(found(`\`\`\`json\n${JSON.stringify(extracted)}\n\`\`\``, invoice)).toEqual([])
  })

  it.each([
    ['another number behind its label', { total: 224 }, '224'],
    ['a number that the source tells of something else', { total: 158 }, '158'],
    ['another date behind its label', { invoice_date: '2026-11-21' }, '2026-11-21'],
    ['a code with two digits exchanged', { number: '2026-00471' }, '2026-00471'],
    ['a code with another digit', { iban: 'DE89370400440532013100' }, 'DE89370400440532013100'],
    ['a name with another word', { vendor: 'Südlicht Shipping GmbH' }, 'Südlicht Shipping GmbH'],
    ['another currency', { currency: 'USD' }, 'USD'],
    ['a yes to what is denied', { returns_accepted: true }, 'true'],
    ['a no to what is answered with yes', { express_delivery: false }, 'false'],
    [
      'the number of another record',
      { items: [{ item: 'Pallet wrap', quantity: 200 }, { item: 'Edge protectors' }] },
      '200',
    ],
    ['a number that its record lacks', { items: [{ item: 'Pallet wrap', quantity: 60 }] }, '60'],
  ])('is contradicted by %s', (_, change, text) => {
    expect(found({ ...extracted, ...change }, invoice)).toContain(`contradicted: ${text}`)
  })

  it.each([
    ['number', { deposit: 990 }, '990'],
    ['date', { delivery_date: '2026-11-29' }, '2026-11-29'],
    ['name', { contact: 'Petra Olsen' }, 'Petra Olsen'],
  ])('is unverifiable if the sources of an extract lack its %s', (_, change, text) => {
    expect(found({ ...extracted, ...change }, invoice)).toEqual([`unverifiable: ${text}`])
  })

  it.each([
    ['a judgement', { sentiment: 'Negative', confidence: 0.93 }],
    ['a translation', { country: 'Germany', city: 'Hambourg' }],
    ['a status of its own', { status: 'closed' }],
  ])('is not contradicted by %s', (_, change) => {
    expect(findings({ ...extracted, ...change }, invoice).filter(({ verdict }) => verdict === 'contradicted')).toEqual(
      [],
    )
  })

  it.each([
    [
      'the party of another name in a contract',
      'The lease is between Aurora Homes Ltd (“Landlord”) and Bright Grocers plc (“Tenant”).',
      { landlord: 'Bright Grocers plc', tenant: 'Bright Grocers plc' },
      ['contradicted: Bright Grocers plc'],
    ],
    [
      'the level of another language in one line',
      'Languages: French (B2), German (A1).',
      {
        languages: [
          { name: 'French', level: 'A1' },
          { name: 'German', level: 'A1' },
        ],
      },
      ['contradicted: A1'],
    ],
    [
      'another number of days in the line with its label',
      "Either party ends it with ninety days' notice.",
      { notice_days: 60 },
      ['contradicted: 60'],
    ],
    [
      'the opposite in the line of its record',
      'HBsAg negative.\nCRP positive.',
      { results: [{ test: 'HBsAg', value: 'positive' }] },
      ['contradicted: positive'],
    ],
    [
      'what stands in a line of another label',
      'Payer: Ruth Adler\nPayee: Tom Reuter',
      { payee: 'Ruth Adler' },
      ['contradicted: Ruth Adler'],
    ],
  ])('is contradicted by %s', (_, source, output, expected) => {
    expect(found(output, source)).toEqual(expected)
  })

  it('is looked up in lines that may have one label, not in a text without lines', () => {
    const rows = 'Foo Baz total 12 vat 7 '.repeat(4000)
    expect(findings({ total: 12.5, vat: 3, name: 'Foo Bar' }, rows).map(({ span }) => span.text)).not.toContain('3')
  })

  it('is nothing where the output is no JSON, and no claim by its key', () => {
    expect(found('{"total": 224', invoice)).not.toContain('contradicted: 224')
    expect(found({ ...extracted, order_key_20260: 242 }, invoice)).toEqual([])
  })
})

describe('records copied from the lines of a source', () => {
  const name = fc.constantFrom('Adler', 'Brandt', 'Castel', 'Demir', 'Engel', 'Fontane', 'Gruber')
  const records = fc.uniqueArray(fc.record({ name, amount: fc.integer({ min: 20, max: 9000 }) }), {
    selector: (one) => one.name,
    minLength: 2,
    maxLength: 6,
  })
  const toSource = (list: readonly { name: string; amount: number }[]) =>
    list.map((one) => `${one.name}: ${one.amount} euros`).join('\n')

  it('are not contradicted, and each of two exchanged amounts is', () => {
    fc.assert(
      fc.property(records, (list) => {
        const right = findings({ payments: list }, toSource(list))
        expect(right.filter(({ verdict }) => verdict === 'contradicted')).toEqual([])
        const [first, second, ...rest] = list
        fc.pre(first !== undefined && second !== undefined && first.amount !== second.amount)
        fc.pre(rest.every(({ amount }) => amount !== first?.amount && amount !== second?.amount))
        const exchanged = [{ ...first, amount: second?.amount }, { ...second, amount: first?.amount }, ...rest]
        const wrong = findings({ payments: exchanged }, toSource(list)).filter(
          ({ verdict }) => verdict === 'contradicted',
        )
        expect(wrong.map(({ span }) => span.text)).toEqual([String(second?.amount), String(first?.amount)])
      }),
    )
  })
})

describe('a field of a document in another language', () => {
  const german = `Rechnung Nr. RE-2025-1187
Rechnungsdatum: 14.03.2025
Zahlbar bis: 13.04.2025
Kunde: Praxis Dr. Vogel
Lieferant: Klinikbedarf Sommer GmbH
Nettobetrag: 1.250,00 €
MwSt 19 %: 237,50 €
Gesamtbetrag: 1.487,50 €`
  const french = `Date de facture : 03/02/2025
Échéance : 05/03/2025
Client : Hôtel Beau Rivage
Fournisseur : Menuiserie Lefèvre SARL
Total HT : 3 420,00 €
Total TTC : 4 104,00 €`
  const dutch = `Huurovereenkomst
Verhuurder: Stichting Woonhuis
Huurder: Daan Visser
Huurprijs: € 1.150 per maand
Waarborgsom: € 2.300`
  const documents: Record<string, { text: string; fields: Record<string, unknown> }> = {
    german: {
      text: german,
      fields: {
        invoice_number: 'RE-2025-1187',
        invoice_date: '2025-03-14',
        due_date: '2025-04-13',
        customer: 'Praxis Dr. Vogel',
        vendor: 'Klinikbedarf Sommer GmbH',
        net_total: 1250,
        vat: 237.5,
        total: 1487.5,
      },
    },
    french: {
      text: french,
      fields: {
        date: '2025-02-03',
        due_date: '2025-03-05',
        client: 'Hôtel Beau Rivage',
        supplier: 'Menuiserie Lefèvre SARL',
        subtotal: 3420,
        total: 4104,
      },
    },
    dutch: {
      text: dutch,
      fields: { landlord: 'Stichting Woonhuis', tenant: 'Daan Visser', monthly_rent: 1150, deposit: 2300 },
    },
  }

  it.each(Object.keys(documents))('has what stands behind its label: %s', (language) => {
    const { text, fields } = documents[language] ?? { text: '', fields: {} }
    expect(found(fields, text)).toEqual([])
  })

  it('quotes the whole line, with titles', () => {
    const [finding] = findings({ ...documents.german?.fields, customer: 'Klinikbedarf Sommer GmbH' }, german)
    expect(finding?.evidence).toBe('The source says "Kunde: Praxis Dr. Vogel".')
  })

  it.each([
    ['german', { due_date: '2025-03-14' }],
    ['german', { total: 1250 }],
    ['german', { vat: 273.5 }],
    ['german', { customer: 'Klinikbedarf Sommer GmbH' }],
    ['french', { date: '2025-03-05' }],
    ['french', { total: 3420 }],
    ['french', { client: 'Menuiserie Lefèvre SARL' }],
    ['dutch', { tenant: 'Stichting Woonhuis' }],
    ['dutch', { monthly_rent: 2300 }],
  ])('is contradicted by what stands there: %s %o', (language, change) => {
    const { text, fields } = documents[language] ?? { text: '', fields: {} }
    expect(found({ ...fields, ...change }, text)).toEqual([`contradicted: ${Object.values(change)[0]}`])
  })
})
