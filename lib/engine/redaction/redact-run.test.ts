import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RedactionRules } from '@/lib/contracts/data'
import { compileReplacer } from '../json/pattern/replace-matches'
import { compileRules, redactRun, redactSpan } from './redact-run'

const rules = (some: Partial<RedactionRules>): RedactionRules => ({
  kinds: [],
  keys: [],
  paths: [],
  patterns: [],
  ...some,
})

function redactor(some: Partial<RedactionRules>) {
  const compiled = compileRules(rules(some))
  if (!compiled.ok) throw new Error(compiled.faults[0]?.message)
  return compiled.redactor
}

const redact = (some: Partial<RedactionRules>, body: object) => redactRun(redactor(some), body)
const textAfter = (some: Partial<RedactionRules>, text: string) =>
  (redact(some, { output: text }).value as { output: string }).output

describe('secrets recognized by shape', () => {
  it.each<[RedactionRules['kinds'][number], string, string]>([
    [
      'email',
      'Write to ada@example.com, or to bob.b+x@mail.example.co.uk.',
      'Write to [redacted: email], or to [redacted: email].',
    ],
    ['email', 'zoë@müller.example and @mention and a@b', '[redacted: email] and @mention and a@b'],
    ['card', 'paid with 4111 1111 1111 1111 today', 'paid with [redacted: card] today'],
    ['card', '5500-0000-0000-0004', '[redacted: card]'],
    [
      'card',
      'no card: 4111 1111 1111 1112, 1767225600000, 1767225600000000000',
      'no card: 4111 1111 1111 1112, 1767225600000, 1767225600000000000',
    ],
    ['api_key', 'key=sk-proj-abcdefghijklmnopqrst', 'key=[redacted: api key]'],
    [
      'api_key',
      'AKIAIOSFODNN7EXAMPLE and ghp_0123456789abcdefghijABCDEFGHIJ012345',
      '[redacted: api key] and [redacted: api key]',
    ],
    ['api_key', 'a task-based ask-me', 'a task-based ask-me'],
    ['bearer', 'Authorization: Bearer abcdef0123456789abcdef', 'Authorization: Bearer [redacted: bearer]'],
    ['bearer', 'the bearer of good-tidings-and-more', 'the bearer of good-tidings-and-more'],
  ])('%s in %s', (kind, text, expected) => {
    expect(textAfter({ kinds: [kind] }, text)).toBe(expected)
  })
})

describe('fields', () => {
  it('match by name at any depth, in any spelling, and inside JSON text', () => {
    const body = {
      id: 'run-1',
      request: { Password: 'x', nested: [{ 'API-Key': { deep: 1 } }] },
      nodes: [{ id: 'a', toolCalls: [{ name: 'login', arguments: '{"password":"hunter2","user":"ada"}' }] }],
      metadata: { password: null },
    }
    const { value, replaced, matches } = redact({ keys: ['password', 'api_key'] }, body)
    expect(value).toEqual({
      id: 'run-1',
      request: { Password: '[redacted: password]', nested: [{ 'API-Key': '[redacted: api key]' }] },
      nodes: [
        { id: 'a', toolCalls: [{ name: 'login', arguments: '{"password":"[redacted: password]","user":"ada"}' }] },
      ],
      metadata: { password: null },
    })
    expect(replaced).toBe(3)
    expect(matches.map(({ path }) => path)).toEqual([
      'request.Password',
      'request.nested.0.API-Key',
      'nodes.0.toolCalls.0.arguments.password',
    ])
  })

  it('match by path, with a star for any single step and with dots in a name', () => {
    const body = {
      metadata: { 'session.id': 'x', customer: { name: 'Ada' } },
      nodes: [{ id: 'a', output: { card: 1, ok: 2 } }],
    }
    const { value } = redact({ paths: ['metadata.session.id', 'metadata.customer', 'nodes.*.output.card'] }, body)
    expect(value).toEqual({
      metadata: { 'session.id': '[redacted: id]', customer: '[redacted: customer]' },
      nodes: [{ id: 'a', output: { card: '[redacted: card]', ok: 2 } }],
    })
  })

  it('that identify, link and measure a run are kept, and nothing is copied without a match', () => {
    const body = {
      id: 'ada@example.com',
      chain: 'a@b.example',
      tokens: { input: 1 },
      nodes: [{ id: 'x@y.example' }],
      output: 'fine',
    }
    const { value, replaced } = redact({ kinds: ['email'], keys: ['id', 'chain', 'tokens'] }, body)
    expect(value).toBe(body)
    expect(replaced).toBe(0)
  })

  it('are redacted once: a second pass changes nothing and counts the same', () => {
    const some = { kinds: ['email' as const], keys: ['password'] }
    const first = redact(some, { output: 'ada@example.com', request: { password: 'x' } })
    const second = redact(some, first.value as object)
    expect(second).toMatchObject({ value: first.value, replaced: first.replaced })
  })
})

describe("a project's own patterns", () => {
  it.each([
    ['CUST-\\d{6}', 'see CUST-123456 and CUST-12345', 'see [redacted: own] and CUST-12345'],
    ['cust_[a-z0-9]+', 'cust_ab12 cust_', '[redacted: own] cust_'],
    ['a+b', 'aaab aa b ab', '[redacted: own] aa b [redacted: own]'],
    ['(x+x+)+y', 'xxxy', '[redacted: own]'],
    ['\\bada\\b', 'ada adam', '[redacted: own] adam'],
    ['🙂+!', 'so 🙂🙂! yes', 'so [redacted: own] yes'],
  ])('%s', (pattern, text, expected) => {
    expect(textAfter({ patterns: [{ name: 'own', pattern }] }, text)).toBe(expected)
  })

  it('each replace what they match, and every match is counted at its place', () => {
    const patterns = [
      { name: 'customer', pattern: 'CUST-\\d+' },
      { name: 'order', pattern: 'ORD-\\d+' },
    ]
    const body = { output: 'CUST-1 has ORD-2 and ORD-3', nodes: [{ id: 'a', output: { note: 'ORD-4' } }] }
    expect(redact({ patterns }, body)).toEqual({
      value: {
        output: '[redacted: customer] has [redacted: order] and [redacted: order]',
        nodes: [{ id: 'a', output: { note: '[redacted: order]' } }],
      },
      replaced: 4,
      matches: [
        { path: 'output', rule: 'customer', times: 1 },
        { path: 'output', rule: 'order', times: 2 },
        { path: 'nodes.0.output.note', rule: 'order', times: 1 },
      ],
    })
  })

  it('are rejected with their index when unusable', () => {
    const bad = ['(', 'a*', '(?<=x)y', '(a)\\1'].map((pattern) => ({ name: 'own', pattern }))
    const compiled = compileRules(rules({ patterns: [{ name: 'own', pattern: 'fine' }, ...bad] }))
    expect(compiled).toMatchObject({ ok: false, faults: [{ place: 1 }, { place: 2 }, { place: 3 }, { place: 4 }] })
  })

  it('run in bounded time, and otherwise redact the whole text', () => {
    const before = process.threadCpuUsage()
    const text = `${'x'.repeat(50_000)}!`
    for (const pattern of ['(x+x+)+y', '(x|xx)*y', 'x{0,30}x{0,30}x{0,30}x{0,30}z', '.*.*.*=.*'])
      expect(['[redacted: own]', text]).toContain(textAfter({ patterns: [{ name: 'own', pattern }] }, text))
    expect(process.threadCpuUsage(before).user).toBeLessThan(20_000_000)
  })

  it('match like the native engine when both are greedy', () => {
    const parts = fc.constantFrom('a', 'b', 'ab', '[ab]', 'c+', 'a{1,3}', 'b+', '(?:ab|c)', '\\d', 'c?a')
    fc.assert(
      fc.property(
        fc.array(parts, { minLength: 1, maxLength: 4 }),
        fc.stringMatching(/^[abc1]{0,30}$/),
        (items, text) => {
          const pattern = items.join('')
          const compiled = compileReplacer(pattern)
          if (!compiled.ok) return
          const found = compiled.replace(text, '#', { left: 1_000_000 })
          const [ours] = (found?.text ?? '').split('#')
          expect(ours).toBe(text.split(new RegExp(pattern, 'u'))[0])
        },
      ),
    )
  })
})

it('redacts attributes, events and status of a span', () => {
  const span = redactSpan(redactor({ kinds: ['email'], keys: ['authorization', 'name'], paths: ['user.id'] }), {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: null,
    name: 'mail ada@example.com',
    startNano: '1',
    endNano: '2',
    status: { code: 'error', message: 'ada@example.com refused' },
    attributes: { 'http.request.header.authorization': 'x', 'user.id': 'u1', 'gen_ai.agent.name': 'triage' },
    events: [{ name: 'e', timeNano: null, attributes: { text: 'ada@example.com' } }],
    links: [],
    logged: [],
    resource: { 'service.name': 'desk' },
    scope: { name: null, version: null },
  })
  expect(JSON.stringify(span)).not.toContain('ada@')
  expect(span.attributes).toEqual({
    'http.request.header.authorization': '[redacted: authorization]',
    'user.id': '[redacted: id]',
    'gen_ai.agent.name': 'triage',
  })
  expect(span.resource).toEqual({ 'service.name': 'desk' })
})
