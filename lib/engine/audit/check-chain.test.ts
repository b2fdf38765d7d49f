import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json'
import { CHAIN_START, type ChainEnd, type ChainedEvent, checkChain, checkHead, hashEvent } from './check-chain'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Event = ChainedEvent & { action: string; before: unknown; after: unknown }

function link(contents: readonly Omit<Event, keyof ChainedEvent>[]): Event[] {
  let end: ChainEnd = CHAIN_START
  return contents.map((content) => {
    const event = { ...content, seq: end.seq + 1, prevHash: end.hash, hash: '' }
    end = { seq: event.seq, hash: hashEvent(event, sha256) }
    return { ...event, hash: end.hash }
  })
}

const some = (count: number) =>
  link(Array.from({ length: count }, (_, index) => ({ action: `act.${index}`, before: null, after: { index } })))
const check = (events: readonly ChainedEvent[]) => checkChain(CHAIN_START, events, sha256)
const at = (events: readonly Event[], seq: number): Event => {
  const event = events[seq - 1]
  if (!event) throw new Error(`there is no event ${seq}`)
  return event
}
const changed = (events: readonly Event[], seq: number, change: Partial<Event>) =>
  events.map((event) => (event.seq === seq ? { ...event, ...change } : event))

describe('canonicalJson', () => {
  it.each<[unknown, string]>([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [{ a: { d: {}, c: [] } }, '{"a":{"c":[],"d":{}}}'],
    [{ aa: 1, b: 2, a: 3 }, '{"a":3,"aa":1,"b":2}'],
    // By UTF-16 unit the second key would come first.
    [{ '\u{1f600}': 1, '\uff5e': 2 }, '{"\uff5e":2,"\u{1f600}":1}'],
    [[1e21, 1e-7, 0.1 + 0.2, -0, 123456789012345680000], '[1e+21,1e-7,0.30000000000000004,0,123456789012345680000]'],
    ['\u0001"\\\n\u007f\u2028', '"\\u0001\\"\\\\\\n\u007f\u2028"'],
    [{ gone: undefined, kept: null }, '{"kept":null}'],
  ])('serializes %j to %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('gives equal text for equal values, and parses back to the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('checkChain', () => {
  it('returns the last event as the end of an intact chain', () => {
    const events = some(4)
    expect(check(events)).toEqual({ end: { seq: 4, hash: at(events, 4).hash }, fault: null })
    expect(check([])).toEqual({ end: CHAIN_START, fault: null })
  })

  it('gives the same result when the chain is checked in pages of any size', () => {
    const events = some(6)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), (cut) => {
        const first = checkChain(CHAIN_START, events.slice(0, cut), sha256)
        expect(checkChain(first.end, events.slice(cut), sha256)).toEqual(check(events))
      }),
    )
  })

  it.each<[string, (events: Event[]) => Event[], number, string]>([
    ['an altered value', (events) => changed(events, 3, { after: { index: 9 } }), 3, 'altered'],
    ['a changed hash', (events) => changed(events, 3, { hash: sha256('x') }), 3, 'altered'],
    ['a changed link', (events) => changed(events, 3, { prevHash: sha256('x') }), 3, 'altered'],
    ['a changed number', (events) => changed(events, 3, { seq: 9 }), 3, 'missing'],
    ['a missing event', (events) => events.filter(({ seq }) => seq !== 3), 3, 'missing'],
    ['a missing first event', (events) => events.slice(1), 1, 'missing'],
    ['two swapped events', (e) => [at(e, 1), at(e, 3), at(e, 2), ...e.slice(3)], 2, 'reordered'],
    ['a duplicate event', (e) => [...e.slice(0, 3), at(e, 3), ...e.slice(3)], 4, 'reordered'],
    ['an event replaced together with its hash', (e) => changed(e, 3, rehashed(at(e, 3))), 4, 'wrong_link'],
    ['a first event that links to another', (e) => changed(e, 1, rehashed(at(e, 1), sha256('x'))), 1, 'wrong_link'],
  ])('detects %s', (_, tamper, seq, kind) => {
    const { end, fault } = check(tamper(some(5)))
    expect(fault).toMatchObject({ seq, kind })
    expect(fault?.message).toContain(`event ${seq}`)
    expect(end.seq).toBe(seq - 1)
  })

  it('names the event of which any one field was changed', () => {
    const content = fc.record({ action: fc.string(), before: fc.jsonValue(), after: fc.jsonValue() })
    const cases = fc
      .array(content, { minLength: 1, maxLength: 6 })
      .map(link)
      .chain((events) =>
        fc.record({
          events: fc.constant(events),
          seq: fc.integer({ min: 1, max: events.length }),
          field: fc.constantFrom<keyof Event>('seq', 'prevHash', 'hash', 'action', 'before', 'after'),
          value: fc.jsonValue(),
          number: fc.integer({ min: 1, max: 20 }),
        }),
      )
    fc.assert(
      fc.property(cases, ({ events, seq, field, number, ...other }) => {
        const value = field === 'seq' ? number : other.value
        fc.pre(canonicalJson(at(events, seq)[field]) !== canonicalJson(value))
        const { fault } = check(changed(events, seq, { [field]: value }))
        expect(fault?.seq).toBe(seq)
      }),
    )
  })

  it('names an event that gained or lost a field', () => {
    const events = some(3)
    const { after: _, ...less } = at(events, 2)
    expect(check([at(events, 1), less, at(events, 3)]).fault).toMatchObject({ seq: 2, kind: 'altered' })
    const more = { ...at(events, 2), extra: 1 }
    expect(check([at(events, 1), more, at(events, 3)]).fault).toMatchObject({ seq: 2, kind: 'altered' })
  })
})

describe('checkHead', () => {
  const [end, other] = [
    { seq: 3, hash: sha256('end') },
    { seq: 3, hash: sha256('other') },
  ]
  it.each<[string, ChainEnd, ChainEnd, object | null]>([
    ['an intact end', end, end, null],
    ['an empty chain', CHAIN_START, CHAIN_START, null],
    ['a truncated chain', end, { ...other, seq: 5 }, { seq: 4, kind: 'missing' }],
    ['a replaced end', end, other, { seq: 3, kind: 'wrong_link' }],
    ['a chain beyond its head', end, { ...end, seq: 2 }, { seq: 3, kind: 'wrong_link' }],
  ])('reports %s', (_, found, head, fault) => {
    if (fault === null) expect(checkHead(found, head)).toBeNull()
    else expect(checkHead(found, head)).toMatchObject(fault)
  })
})

function rehashed(event: Event, prevHash = event.prevHash): Event {
  const replaced = { ...event, action: 'another', prevHash }
  return { ...replaced, hash: hashEvent(replaced, sha256) }
}
