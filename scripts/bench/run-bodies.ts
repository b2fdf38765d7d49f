import type { RunBody } from '@/lib/contracts/run-input'

type NodeBody = NonNullable<RunBody['nodes']>[number]

const carriers = ['Nordfracht', 'Kestrel Lines', 'Hanse Cargo', 'Blue Heron', 'Mistral Freight']
const faults = [
  'ETIMEDOUT: the carrier did not answer within 30000 ms',
  'HTTP 429 Too Many Requests: retry after 20 s',
  'ENOENT: no such file or directory, open "manifest.csv"',
]

// Ten steps: two documents are read in parallel, compared, priced, checked, and reported.
const steps: { id: string; type: string; dependencies: string[]; tool?: string }[] = [
  { id: 'intake', type: 'input', dependencies: [] },
  { id: 'read-order', type: 'tool', dependencies: ['intake'], tool: 'read_document' },
  { id: 'read-manifest', type: 'tool', dependencies: ['intake'], tool: 'read_document' },
  { id: 'extract-order', type: 'llm', dependencies: ['read-order'] },
  { id: 'extract-manifest', type: 'llm', dependencies: ['read-manifest'] },
  { id: 'compare', type: 'llm', dependencies: ['extract-order', 'extract-manifest'] },
  { id: 'look-up-rates', type: 'tool', dependencies: ['compare'], tool: 'search_rates' },
  { id: 'price', type: 'code', dependencies: ['look-up-rates'] },
  { id: 'check', type: 'llm', dependencies: ['price'] },
  { id: 'report', type: 'llm', dependencies: ['check'] },
]

const contract: RunBody['contract'] = {
  schema: {
    type: 'object',
    required: ['carrier', 'reference', 'total', 'currency', 'lines'],
    properties: {
      carrier: { type: 'string', minLength: 1 },
      reference: { type: 'string', pattern: '^SH-[0-9]{6}$' },
      total: { type: 'number', minimum: 0 },
      currency: { enum: ['EUR', 'USD', 'GBP'] },
      lines: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['item', 'quantity', 'amount'],
          properties: { item: { type: 'string' }, quantity: { type: 'integer' }, amount: { type: 'number' } },
        },
      },
      note: { type: 'string' },
    },
  },
  requiredOutputs: ['carrier', 'reference', 'total', 'lines'],
}

const criteria: RunBody['criteria'] = {
  required_fields: ['carrier', 'reference', 'currency'],
  required_types: { total: 'number', lines: 'array' },
  required_formats: { currency: '^[A-Z]{3}$' },
  accuracy_criteria: {
    expected_ranges: { total: { min: 1, max: 50_000 } },
    validation_rules: [{ id: 'note-told', field: 'note', op: 'matches', value: 'agree', severity: 'warning' }],
    business_rules: [{ id: 'has-lines', field: 'lines', op: 'exists', value: true, message: 'a shipment has lines' }],
  },
  performance_budget: { time_ms: 60_000, tokens: 40_000 },
}

/**
 * Makes run bodies with ten nodes and four signals, contract and criteria, like those of an agent that checks shipments. One in twelve has
 * a failed step. `random` yields numbers in [0, 1): the same source gives the same bodies.
 */
export function runBodyMaker(random: () => number, prefix: string, endsAt: Date): () => RunBody {
  let serial = 0
  return () => {
    serial += 1
    return makeBody(random, `${prefix}-${String(serial).padStart(6, '0')}`, endsAt)
  }
}

function makeBody(random: () => number, id: string, endsAt: Date): RunBody {
  const pick = <T>(items: readonly T[], otherwise: T): T => items[Math.floor(random() * items.length)] ?? otherwise
  const startedAt = new Date(endsAt.getTime() - 60_000 - random() * 3_000_000)
  const failedStep = random() < 1 / 12 ? 6 : steps.length
  const nodes = steps.map((step, place) => toNode(random, step, place - failedStep, startedAt, place, pick(faults, '')))
  const carrier = pick(carriers, '')
  const lines = Array.from({ length: 2 + Math.floor(random() * 4) }, (_, line) => ({
    item: `Pallet ${line + 1}`,
    quantity: 1 + Math.floor(random() * 20),
    amount: Math.round(random() * 90_000) / 100,
  }))
  const total = Math.round(lines.reduce((sum, line) => sum + line.amount, 0) * 100) / 100
  return {
    id,
    chain: `shipment-check-${1 + Math.floor(random() * 4)}`,
    version: random() < 0.5 ? '1.4.0' : '1.5.0',
    scenario: `order-${Math.floor(random() * 500)}`,
    status: failedStep < steps.length ? 'failed' : 'completed',
    request: {
      task: 'Check the shipment against its order and price it.',
      carrier,
      documents: ['order.pdf', 'manifest.csv'],
    },
    ...(failedStep < steps.length
      ? {}
      : {
          output: {
            carrier,
            reference: `SH-${String(Math.floor(random() * 1e6)).padStart(6, '0')}`,
            total,
            currency: 'EUR',
            lines,
            note:
              random() < 0.9 ? `Checked ${lines.length} lines of ${carrier}; the order and the manifest agree.` : '',
          },
        }),
    nodes,
    tokens: { input: 6_000 + Math.floor(random() * 4_000), output: 12_000 + Math.floor(random() * 9_000) },
    costUsd: Math.round(random() * 10_000) / 100_000,
    contract,
    criteria,
    signals: [
      { evaluator: 'self', value: round(0.7 + random() * 0.3), by: 'shipment agent' },
      {
        evaluator: 'peer',
        value: round(0.55 + random() * 0.45),
        by: 'second reader',
        comment: 'Read both documents again.',
      },
      { evaluator: 'downstream', value: random() < 0.85, by: 'billing' },
      { evaluator: 'human', value: round(0.5 + random() * 0.5), by: 'dispatch' },
    ],
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + 20_000 + random() * 30_000).toISOString(),
    metadata: { region: pick(['north', 'south', 'east'], 'north'), model: 'example-large', temperature: 0.2 },
  }
}

type Step = (typeof steps)[number]

/**
 * `past` is the number of steps after the failed one: negative before it (completed), 0 for the failed one, positive after it (skipped).
 */
function toNode(random: () => number, step: Step, past: number, start: Date, place: number, fault: string): NodeBody {
  const startedAt = new Date(start.getTime() + place * 3_000)
  const node: NodeBody = {
    id: step.id,
    name: step.id.replaceAll('-', ' '),
    type: step.type,
    dependencies: step.dependencies,
  }
  if (past > 0) return { ...node, status: 'skipped' }
  const timed = {
    ...node,
    attempts: 1,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(500 + random() * 2_500),
    ...(step.tool && {
      toolCalls: [
        {
          id: `call-${place}`,
          name: step.tool,
          arguments: { path: `${step.id}.pdf`, page: 1 },
          result: { characters: Math.floor(random() * 9_000) },
        },
      ],
    }),
  }
  if (past === 0) return { ...timed, status: 'failed', error: { message: fault } }
  return {
    ...timed,
    status: 'completed',
    output: {
      text: `Step ${step.id} went through ${Math.floor(random() * 400)} fields and kept what the next step needs.`,
      confident: random() < 0.9,
    },
    tokens: { input: 400 + Math.floor(random() * 900), output: 900 + Math.floor(random() * 900) },
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000
