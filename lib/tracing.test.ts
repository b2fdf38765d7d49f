import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { trace } from '@opentelemetry/api'
import { afterEach, expect, it } from 'vitest'
import { decodeAll } from './ingest/testing/spans'
import { startTracing, traced } from './tracing'

const bodies: Buffer[] = []
const collector = createServer(async (request, response) => {
  bodies.push(await buffer(request))
  response.end()
})

afterEach(() => new Promise((resolve) => collector.close(resolve)))

it('exports spans with the names of errors, and skips polled routes and the ingestion of traces', async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  await traced('before', {}, async () => undefined)
  const tracing = await startTracing()
  const broken = () => Promise.reject(new RangeError('Ada is 41'))
  await expect(traced('outer', { kind: 'job' }, () => traced('inner', {}, broken))).rejects.toThrow('Ada is 41')
  for (const target of ['/readyz', '/v1/traces', '/api/otlp/v1/traces', '/api/public/otel/v1/traces'])
    trace.getTracer('next.js').startActiveSpan('POST', { attributes: { 'http.target': target } }, (span) => span.end())
  await tracing.stop()
  await traced('after', {}, async () => undefined)

  const spans = bodies.flatMap((body) => {
    const decoded = decodeAll(body, 'application/x-protobuf')
    return decoded.ok ? decoded.spans : []
  })
  expect(spans.map(({ name }) => name)).toEqual(['inner', 'outer'])
  const [inner, outer] = spans
  expect(outer).toMatchObject({
    parentSpanId: null,
    attributes: { kind: 'job' },
    resource: { 'service.name': 'veritas' },
  })
  expect(inner).toMatchObject({ parentSpanId: outer?.spanId, status: { code: 'error', message: 'RangeError' } })
})
