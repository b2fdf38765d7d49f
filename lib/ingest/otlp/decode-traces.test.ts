import { describe, expect, it } from 'vitest'
import { decodeAll } from '../testing/spans'
import { traceRequest } from './protobuf-messages'
import { EXPORT_LIMITS, type ExportLimits } from './wire-span'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROTOBUF_TYPE = 'application/x-protobuf'
const TRACE = '5B8EFFF798038103D269B633813FC60C'
const SPAN = 'EEE19B7EC3C1B174'

const spanOf = (fields: object): object => ({ traceId: TRACE, spanId: SPAN, name: 'work', ...fields })

const request = (span: object, rest: object = {}) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'desk' } }] },
      scopeSpans: [{ scope: { name: 'lib', version: '1' }, spans: [spanOf(span)] }],
    },
  ],
  ...rest,
})

function decodeJson(body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const result = decodeAll(new TextEncoder().encode(text), JSON_TYPE)
  if (!result.ok) throw new Error(result.message)
  return result
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function decodeProtobuf(span: object) {
  const message = request({ ...span, traceId: bytesOf(TRACE), spanId: bytesOf(SPAN) })
  const result = decodeAll(traceRequest.encode(traceRequest.fromObject(message)).finish(), PROTOBUF_TYPE)
  if (!result.ok) throw new Error(result.message)
  return result
}

const attribute = (value: object) => ({ attributes: [{ key: 'a', value }] })

describe('decodeTraces', () => {
  it('accepts ids in either case, and copies resource and scope to every span', () => {
    const [span] = decodeJson(request({ parentSpanId: 'eee19b7ec3c1b173' })).spans
    expect(span).toMatchObject({
      traceId: TRACE.toLowerCase(),
      spanId: SPAN.toLowerCase(),
      parentSpanId: 'eee19b7ec3c1b173',
      resource: { 'service.name': 'desk' },
      scope: { name: 'lib', version: '1' },
    })
  })

  it.each([
    ['a string', '"1544712660000000123"'],
    ['a bare number', '1544712660000000123'],
  ])('keeps every digit of a time sent as %s', (_, digits) => {
    const text = JSON.stringify(request({ startTimeUnixNano: 'T' })).replace('"T"', digits)
    expect(decodeJson(text).spans[0]?.startNano).toBe('1544712660000000123')
  })

  it('does not change digits inside text', () => {
    const value = '{"startTimeUnixNano":1544712660000000123}'
    expect(decodeJson(request(attribute({ stringValue: value }))).spans[0]?.attributes.a).toBe(value)
  })

  it.each([
    ['an object in place of an integer', { intValue: { toString: 1 } }, '{"toString":1}'],
    ['an object in place of a number', { doubleValue: { toString: 1 } }, '{"toString":1}'],
    ['an integer sent as text', { intValue: '10' }, 10],
    ['an integer sent as a number', { intValue: 10 }, 10],
    ['an integer beyond 2^53 as digits', { intValue: '9007199254740993' }, '9007199254740993'],
    ['a double', { doubleValue: 1.5 }, 1.5],
    ['NaN by name', { doubleValue: 'NaN' }, 'NaN'],
    ['false', { boolValue: false }, false],
    ['an empty text', { stringValue: '' }, ''],
    ['a list', { arrayValue: { values: [{ stringValue: 'x' }, { intValue: 1 }] } }, ['x', 1]],
    ['a map', { kvlistValue: { values: [{ key: 'k', value: { boolValue: true } }] } }, { k: true }],
    ['bytes as base64', { bytesValue: 'AQI=' }, 'AQI='],
    ['bytes of a text as that text', { bytesValue: btoa('{"q":"7 \n"}') }, '{"q":"7 \n"}'],
    ['bytes that are not base64 as they are', { bytesValue: 'x' }, 'x'],
    ['an unset value as null', {}, null],
    ['an unknown value type as null', { newValue: 1 }, null],
  ])('reads %s', (_, value, expected) => {
    expect(decodeJson(request(attribute(value))).spans[0]?.attributes.a).toEqual(expected)
  })

  it('decodes protobuf to the same span as JSON', () => {
    const fields = {
      startTimeUnixNano: '1544712660000000123',
      endTimeUnixNano: '18446744073709551615',
      status: { code: 2, message: 'broke' },
      attributes: [
        { key: 'text', value: { stringValue: '' } },
        { key: 'int', value: { intValue: '9007199254740993' } },
        { key: 'list', value: { arrayValue: { values: [{ doubleValue: 0.5 }, { boolValue: false }] } } },
        { key: 'map', value: { kvlistValue: { values: [{ key: 'k', value: { bytesValue: 'AQI=' } }] } } },
        { key: 'bytes', value: { bytesValue: Buffer.from('{"q":"Wo in Köln?"}').toString('base64') } },
      ],
      events: [{ name: 'exception', timeUnixNano: '1544712660000000124', attributes: [] }],
    }
    expect(decodeProtobuf(fields).spans).toEqual(decodeJson(request(fields)).spans)
  })

  it('accepts an empty request, and ignores unknown fields', () => {
    expect(decodeJson({})).toEqual({ ok: true, spans: [], rejected: { count: 0, message: '' } })
    expect(decodeJson(request({ newField: { deep: [1] } }, { more: true })).spans).toHaveLength(1)
    expect(decodeAll(new Uint8Array(), PROTOBUF_TYPE)).toMatchObject({ ok: true, spans: [] })
  })

  it('reads ids in base64, as the JSON of protobuf has bytes', () => {
    const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
    const parent = 'fbfffbfffbfffbff'
    const link = { traceId: base64(TRACE), spanId: base64(parent).replaceAll('+', '-').replaceAll('/', '_') }
    const ids = { traceId: base64(TRACE), spanId: base64(SPAN), parentSpanId: base64(parent), links: [link] }
    const { spans, rejected } = decodeJson(request(ids))
    expect(rejected.count).toBe(0)
    const traceId = TRACE.toLowerCase()
    expect(spans[0]).toMatchObject({ traceId, spanId: SPAN.toLowerCase(), parentSpanId: parent })
    expect(spans[0]?.links).toEqual([{ traceId, spanId: parent }])
  })

  it.each([undefined, null, '', '0000000000000000', 'AAAAAAAAAAA='])('has no parent with the parent id %j', (id) => {
    const { spans, rejected } = decodeJson(request({ parentSpanId: id }))
    expect({ parent: spans[0]?.parentSpanId, rejected: rejected.count }).toEqual({ parent: null, rejected: 0 })
  })

  it('rejects a span whose parent id is an object', () => {
    expect(decodeJson(request({ parentSpanId: { toString: 1 } }))).toMatchObject({ spans: [], rejected: { count: 1 } })
  })

  it.each([
    ['an attribute', attribute({ doubleValue: 'N' }), 'attributes.0.value.doubleValue'],
    ['a time', { startTimeUnixNano: 'N' }, 'startTimeUnixNano'],
    ['an attribute of the resource', {}, '0.value.intValue'],
  ])('rejects a span with a number beyond a double in %s, naming the field', (_, fields, field) => {
    const body = request(fields)
    const ofResource = [{ key: 'r', value: { intValue: 'N' } }]
    const [group] = body.resourceSpans
    if (group && field.startsWith('0')) group.resource.attributes = ofResource as never
    const { spans, rejected } = decodeJson(JSON.stringify(body).replace('"N"', '1e400'))
    expect(spans).toEqual([])
    expect(rejected).toMatchObject({ count: 1, message: expect.stringContaining(`${field} is a number beyond`) })
  })

  it('keeps infinite numbers of the binary form by name', () => {
    expect(decodeProtobuf(attribute({ doubleValue: Number.POSITIVE_INFINITY })).spans[0]?.attributes.a).toBe('Infinity')
  })

  it('treats a zero time as not set', () => {
    expect(decodeJson(request({ startTimeUnixNano: '0', endTimeUnixNano: 0 })).spans[0]).toMatchObject({
      startNano: null,
      endNano: null,
    })
  })

  it.each([
    ['a short trace id', { traceId: 'ab' }, /traceId/],
    ['an all-zero trace id', { traceId: '0'.repeat(32) }, /traceId/],
    ['a base64 span id without its end', { spanId: 'AAECAwQFBgc' }, /spanId/],
    ['a parent that is no id', { parentSpanId: 'ab' }, /parentSpanId/],
    ['a base64 trace id of another length', { traceId: 'AAECAwQFBgc=' }, /traceId/],
    ['no span id', { spanId: undefined }, /spanId/],
    [
      'a start in milliseconds',
      { startTimeUnixNano: '1790000000000' },
      /startTimeUnixNano: 1790000000000 .*milliseconds/,
    ],
    ['an end in milliseconds', { endTimeUnixNano: 1790000000000 }, /endTimeUnixNano: 1790000000000 .*milliseconds/],
    ['a start in microseconds', { startTimeUnixNano: '1790000000000000' }, /startTimeUnixNano.*microseconds/],
    ['a start in seconds', { startTimeUnixNano: 1790000000.25 }, /startTimeUnixNano.* seconds/],
    ['a date as a start', { startTimeUnixNano: '2026-11-23T10:00:00Z' }, /startTimeUnixNano: expected/],
    ['an end before 1970', { endTimeUnixNano: -1 }, /endTimeUnixNano: expected/],
    ['a start beyond 64 bits', { startTimeUnixNano: '18446744073709551616' }, /startTimeUnixNano: expected/],
  ])('counts a span with %s as rejected and keeps the others', (_, broken, message) => {
    const body = request({})
    body.resourceSpans[0]?.scopeSpans[0]?.spans.push(spanOf(broken))
    const { spans, rejected } = decodeJson(body)
    expect(spans).toHaveLength(1)
    expect(rejected.count).toBe(1)
    expect(rejected.message).toMatch(message)
  })

  it.each([
    ['a list', new TextEncoder().encode('[]'), JSON_TYPE, /not an object/],
    ['snake_case', new TextEncoder().encode('{"resource_spans":[]}'), JSON_TYPE, /^resource_spans: .*camel case/],
    [
      'snake_case below',
      new TextEncoder().encode('{"resourceSpans":[{"scope_spans":[]}]}'),
      JSON_TYPE,
      /^scope_spans: /,
    ],
    ['another format', new TextEncoder().encode('{"data":[{"object":"trace"}]}'), JSON_TYPE, /^data: .*resourceSpans/],
    ['spans that are not a list', new TextEncoder().encode('{"resourceSpans":3}'), JSON_TYPE, /resourceSpans/],
    ['bytes that are not protobuf', new Uint8Array([0x0a, 0xff, 0x01]), PROTOBUF_TYPE, /not protobuf/],
  ])('answers %s with a message, never an exception', (_, bytes, type, message) => {
    const result = decodeAll(bytes, type)
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(message) })
  })

  it('survives extremely deep nesting', () => {
    const deep = `${'{"arrayValue":{"values":['.repeat(5000)}{}${']}}'.repeat(5000)}`
    const text = JSON.stringify(request(attribute({ D: 0 }))).replace('{"D":0}', deep)
    expect(decodeJson(text).spans).toHaveLength(1)
  })

  it('refuses a binary request with too many values before decoding it', () => {
    const attributes = Array.from({ length: 50 }, () => ({ key: 'a' }))
    const message = request({ traceId: bytesOf(TRACE), spanId: bytesOf(SPAN), attributes })
    const bytes = traceRequest.encode(traceRequest.fromObject(message)).finish()
    const refusal = (limits: Partial<ExportLimits>) => decodeAll(bytes, PROTOBUF_TYPE, { ...EXPORT_LIMITS, ...limits })
    const tooLarge = (words: string) => ({ ok: false, isTooLarge: true, message: expect.stringContaining(words) })
    expect(refusal({ values: 40 })).toMatchObject(tooLarge('40 values'))
    expect(refusal({ spanValues: 40 })).toMatchObject(tooLarge('a span'))
    expect(refusal({ depth: 3 })).toMatchObject({
      isTooLarge: false,
      message: expect.stringContaining('deeper than 3'),
    })
    expect(refusal({})).toMatchObject({ ok: true })
  })

  it.each([
    ['resources', [0x0a, 0x00]],
    ['scopes', [0x12, 0x00]],
    ['unknown fields', [0x18, 0x00]],
  ])('also counts empty %s', (name, field) => {
    const inner = Uint8Array.from(Array.from({ length: 100 }, () => field).flat())
    const bytes = name === 'resources' ? inner : Uint8Array.from([0x0a, 0xc8, 0x01, ...inner])
    const limits = { ...EXPORT_LIMITS, values: 90 }
    expect(decodeAll(bytes, PROTOBUF_TYPE, limits)).toMatchObject({ ok: false, isTooLarge: true })
    expect(decodeAll(bytes, PROTOBUF_TYPE)).toMatchObject({ ok: true, spans: [] })
  })

  it('rejects a large resource, because it would be stored with every span', () => {
    const body = request({})
    const long = { key: 'k', value: { stringValue: 'x'.repeat(70_000) } }
    const large = { resource: { attributes: [long] }, scopeSpans: [{ spans: [spanOf({}), spanOf({})] }] }
    const { spans, rejected } = decodeJson({ resourceSpans: [large, ...body.resourceSpans] })
    expect(spans).toHaveLength(1)
    expect(rejected).toMatchObject({ count: 2, message: expect.stringContaining('resource') })
  })
})
