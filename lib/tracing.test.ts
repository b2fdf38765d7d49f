import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decodeAll } from './ingest/testing/spans'
import { startTracing, traced } from './tracing'

let bodies: Buffer[]
let collector: Server

beforeEach(async () => {
  bodies = []
  collector = createServer(async (request, response) => {
    bodies.push(await buffer(request))
    response.end()
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => collector.close(resolve)))

const received = () =>
  bodies.flatMap((body) => {
    const decoded = decodeAll(body, 'application/x-protobuf')
    return decoded.ok ? decoded.spans : []
  })

it('exports spans with the names of errors, and skips polled routes, the ingestion of traces, and queries of neither request nor job', async () => {
  await traced('before', {}, async () => undefined)
  const tracing = await startTracing()
  const broken = () => Promise.reject(new RangeError('Ada is 41'))
  await expect(traced('outer', { kind: 'job' }, () => traced('inner', {}, broken))).rejects.toThrow('Ada is 41')
  for (const target of ['/readyz', '/v1/traces', '/api/otlp/v1/traces', '/api/public/otel/v1/traces'])
    trace.getTracer('next.js').startActiveSpan('POST', { attributes: { 'http.target': target } }, (span) => span.end())
  const prisma = trace.getTracer('prisma')
  prisma.startActiveSpan('prisma:client:operation', (span) => {
    prisma.startSpan('prisma:client:db_query').end()
    span.end()
  })
  await traced('with a query', {}, async () => prisma.startSpan('prisma:client:operation').end())
  await tracing.stop()
  await traced('after', {}, async () => undefined)

  const spans = received()
  expect(spans.map(({ name }) => name)).toEqual(['inner', 'outer', 'with a query', 'prisma:client:operation'])
  const [inner, outer] = spans
  expect(outer).toMatchObject({
    parentSpanId: null,
    attributes: { kind: 'job' },
    resource: { 'service.name': 'veritas' },
  })
  expect(inner).toMatchObject({ parentSpanId: outer?.spanId, status: { code: 'error', message: 'RangeError' } })
})

it('exports no links with tokens, no queries, nothing of the addresses of others but the host, and no messages', async () => {
  const tracing = await startTracing()
  const next = trace.getTracer('next.js')
  const targets = [
    '/reset/t0ken',
    '/invite/t0ken?from=t0ken',
    '/api/auth/callback/oidc?code=t0ken&state=t0ken',
    '/p/a/runs',
  ]
  for (const target of targets)
    next.startActiveSpan('GET', { attributes: { 'http.target': target } }, (span) => span.end())
  next.startActiveSpan('fetch POST https://t0ken:t0ken@other.example:8443/t0ken?key=t0ken', (span) => {
    span.setAttributes({ 'http.url': 'https://other.example/t0ken', 'next.span_name': 'fetch GET http://h/?t0ken' })
    span.recordException(new RangeError('t0ken'))
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'the t0ken is wrong' })
    span.end()
  })
  await tracing.stop()

  expect(received().map(({ name, attributes }) => attributes['http.target'] ?? name)).toEqual([
    '/reset/…',
    '/invite/…',
    '/api/auth/callback/oidc',
    '/p/a/runs',
    'fetch POST https://other.example:8443',
  ])
  expect(received().at(-1)?.events).toMatchObject([{ attributes: { 'exception.type': 'RangeError' } }])
  expect(Buffer.concat(bodies).toString('latin1')).not.toContain('t0ken')
})

it.each([
  ['0', 0],
  ['1', 1],
  ['', 1],
  ['most', 1],
])('exports the share of traces that is asked for: %j', async (share, exported) => {
  process.env.OTEL_TRACES_SAMPLER_ARG = share
  const tracing = await startTracing()
  delete process.env.OTEL_TRACES_SAMPLER_ARG
  trace.getTracer('next.js').startActiveSpan('GET', (span) => span.end())
  await tracing.stop()
  expect(received()).toHaveLength(exported)
})
