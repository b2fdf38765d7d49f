import type { RunBody } from '@/lib/contracts/run-input'
import { runBodyMaker } from './run-bodies'

const outputBytes = 8_000
const carriers = ['Nordfracht', 'Kestrel Lines', 'Hanse Cargo', 'Blue Heron', 'Mistral Freight']
const ports = ['Rotterdam', 'Hamburg', 'Antwerp', 'Gdansk', 'Valencia', 'Piraeus', 'Le Havre']

/** Twenty rules: eight on values, six ranges, two between fields, four on business logic. Most of them are met. */
const rules: NonNullable<RunBody['criteria']>['accuracy_criteria'] = {
  validation_rules: [
    { id: 'carrier', field: 'carrier', op: 'exists', value: true },
    { id: 'reference', field: 'reference', op: 'matches', value: '^SH-[0-9]{6}$' },
    { id: 'currency', field: 'currency', op: 'in', value: ['EUR', 'USD', 'GBP'] },
    { id: 'lines', field: 'lines', op: 'type', value: 'array' },
    { id: 'total', field: 'total', op: 'gte', value: 0 },
    { id: 'first-line', field: 'lines[0].item', op: 'matches', value: '^Pallet' },
    { id: 'told', field: 'report', op: 'matches', value: 'manifest' },
    { id: 'no-promise', field: 'note', op: 'ne', value: 'guaranteed', severity: 'warning' },
  ],
  expected_ranges: {
    total: { min: 1, max: 50_000 },
    weight: { min: 10, max: 40_000 },
    pallets: { min: 1, max: 66 },
    days: { min: 1, max: 60 },
    'lines[0].quantity': { min: 1, max: 20 },
    'lines[1].amount': { max: 1_000 },
  },
  cross_field_validations: [
    { id: 'gross', left: 'weight', op: 'gte', right: 'netWeight' },
    { id: 'costs', left: 'total', op: 'gte', right: 'freight' },
  ],
  business_rules: [
    { id: 'has-lines', field: 'lines', op: 'exists', value: true, message: 'a shipment has lines' },
    { id: 'in-euros', field: 'currency', op: 'eq', value: 'EUR', message: 'bookings are in euros' },
    { id: 'few-days', field: 'days', op: 'lt', value: 45, message: 'later is another offer' },
    { id: 'told-report', field: 'report', op: 'exists', value: true },
  ],
}

/**
 * Makes run bodies with ten nodes, four signals, a contract, twenty rules, an output of about 8 kB and its three sources of about 3 kB. One
 * sentence in eight differs from its source in a number. `random` yields [0, 1).
 */
export function scoringBodyMaker(random: () => number): () => RunBody {
  const nextBody = runBodyMaker(random, 'scoring', new Date('2026-01-01T00:00:00Z'))
  return () => {
    const body = nextBody()
    const facts = Array.from({ length: 130 }, () => makeFact(random))
    const sources = [0, 1, 2].map((place) => ({
      id: `source-${place + 1}`,
      text: facts
        .filter((_, index) => index % 3 === place)
        .map(toSentence)
        .join(' '),
    }))
    const output = {
      ...asRecord(body.output),
      weight: 12_000,
      netWeight: 11_400,
      pallets: 24,
      days: 12,
      freight: 1,
      report: makeReport(random, facts),
    }
    return { ...body, status: 'completed', output, sources, criteria: { ...body.criteria, accuracy_criteria: rules } }
  }
}

type Fact = { carrier: string; port: string; amount: number; unit: string }

function makeFact(random: () => number): Fact {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const unit = pick(['tonnes of steel', 'pallets of paper', 'euros in harbour dues', 'hours at the quay'])
  return { carrier: pick(carriers), port: pick(ports), amount: 20 + Math.floor(random() * 9_000), unit }
}

function toSentence({ carrier, port, amount, unit }: Fact): string {
  return `In ${port} the manifest of ${carrier} names ${amount.toLocaleString('en-US')} ${unit}.`
}

/** A report of sections with the sources' facts and some citations, up to the wanted size. */
function makeReport(random: () => number, facts: readonly Fact[]): string {
  const parts = ['# Findings']
  let length = 0
  for (const [index, fact] of facts.entries()) {
    if (length > outputBytes) break
    const told = random() < 1 / 8 ? { ...fact, amount: fact.amount + 11 } : fact
    const citation = index % 5 === 0 ? ` [${1 + (index % 3)}]` : ''
    const text = `${toSentence(told).slice(0, -1)}, and the order agrees with it${citation}.`
    parts.push(index % 12 === 0 ? `\n\n## ${fact.port}\n\n${text}` : ` ${text}`)
    length += text.length
  }
  return parts.join('')
}

const asRecord = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})
