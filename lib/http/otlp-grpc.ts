import { once } from 'node:events'
import { constants, type ServerHttp2Stream } from 'node:http2'
import { Duplex } from 'node:stream'
import {
  status as grpcStatus,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { rpcStatus } from '@/lib/ingest/otlp/protobuf-messages'
import { log } from '@/lib/log'
import { type Claim, withBodyMemory } from './body/body-memory'
import { admitExport, otlpLogs, otlpMetrics, otlpTraces } from './otlp-route'
import { clientAddress } from './trust-proxies'

const services = { Trace: otlpTraces, Logs: otlpLogs, Metrics: otlpMetrics } as const

/** Concurrent exports per connection; further ones wait in the client. Proxies send as many before they have read the limit (RFC 9113, 6.5.2). */
const MAX_STREAMS = 100
const LAST_CALLS_MS = 5000
const CLOSE_AFTER_MS = 500
/** A peer that was silent for so long is asked for a sign of life. */
const KEEPALIVE_MS = 60_000
/** Time for one message to arrive, like Node's for an HTTP request. */
const MESSAGE_MS = 300_000

/** An OTLP/gRPC server. `stop` lets pending calls finish. */
type OtlpServer = { port: number; stop(): Promise<void> }

/**
 * Serves OTLP over gRPC in plain text, like the HTTP server: a proxy in front adds TLS. Exports use the HTTP handlers, with the same key in
 * the metadata (`authorization`), the same limits and the same processing.
 * @param proxies the number of trusted proxies in front
 * @throws if the port is not available
 */
export async function serveOtlp(host: string, port: number, proxies = 0): Promise<OtlpServer> {
  const headersOf = headersBehind(proxies)
  const server = new Server({
    'grpc.max_receive_message_length': MAX_BODY_BYTES,
    'grpc.max_concurrent_streams': MAX_STREAMS,
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
    interceptors: [admitting(headersOf)],
  })
  for (const [name, answer] of Object.entries(services)) {
    const path = `/opentelemetry.proto.collector.${name.toLowerCase()}.v1.${name}Service/Export`
    server.addService({ Export: { path, ...UNARY } }, { Export: exporting(path, answer, headersOf) })
  }
  const address = host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, own) =>
      error ? reject(error) : resolve(own),
    ),
  )
  return { port: bound, stop: () => stop(server) }
}

/** Serves OTLP/gRPC until the process is stopped. If the port is taken, logs the error and continues without it. */
export async function startOtlp(
  { host, port, proxies }: { host: string; port: number; proxies: number },
  stopped: AbortSignal,
): Promise<void> {
  try {
    const server = await serveOtlp(host, port, proxies)
    log.info({ host, port }, 'OTLP over gRPC')
    stopped.addEventListener('abort', () => void server.stop())
  } catch (error) {
    log.error({ err: error, host, port }, 'OTLP over gRPC cannot be served: OTLP_GRPC_PORT is taken, or not allowed')
  }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), LAST_CALLS_MS)
    server.tryShutdown(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

// Messages are decoded by the HTTP handlers.
const passThrough = (bytes: Buffer) => bytes
const UNARY = {
  ...{ requestStream: false, responseStream: false },
  ...{ requestSerialize: passThrough, requestDeserialize: passThrough },
  ...{ responseSerialize: passThrough, responseDeserialize: passThrough },
} as const

type Answer = (request: Request) => Promise<Response>
type Call = ServerUnaryCall<Buffer, Buffer>
/** The headers that the HTTP handlers read of a call. */
type HeadersOf = (call: { metadata: Metadata; getPeer(): string }) => Record<string, string>

function exporting(path: string, answer: Answer, headersOf: HeadersOf) {
  return (call: Call, callback: sendUnaryData<Buffer>) => {
    const leaves = new AbortController()
    call.once('cancelled', () => leaves.abort())
    answerCall(call, { path, answer, headersOf }, leaves.signal).then(
      ({ bytes, failure }) => (failure ? callback(failure) : callback(null, bytes)),
      (error: unknown) => {
        log.error({ err: error }, 'a delivery over gRPC failed')
        callback({ code: grpcStatus.INTERNAL, details: 'something went wrong here' })
      },
    )
  }
}

type Failure = { code: number; details: string; metadata?: Metadata }
type Answered = { bytes: Buffer; failure?: Failure }

type Export = { path: string; answer: Answer; headersOf: HeadersOf }

async function answerCall(call: Call, { path, answer, headersOf }: Export, signal: AbortSignal): Promise<Answered> {
  const body = new Uint8Array(call.request)
  // A message may come unpacked all the same. No protobuf message begins like gzip.
  const isPacked = call.metadata.get('content-encoding')[0] === 'gzip' && body[0] === 0x1f && body[1] === 0x8b
  const headers = { ...headersOf(call), ...(isPacked && { 'content-encoding': 'gzip' }) }
  const response = await answer(new Request(`http://grpc${path}`, { method: 'POST', headers, body, signal }))
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.ok ? { bytes } : { bytes, failure: toFailure(response, bytes) }
}

/**
 * Refuses callers without a key that may write before any message is read, and counts a message as it arrives, like the body of an HTTP
 * request. A call that ends before its message is whole loses its stream: grpc-js would keep it with all that came, for as long as the
 * caller likes. Messages stay compressed: grpc-js would unpack any number of them at once, and the HTTP handlers count what they unpack.
 */
const admitting =
  (headersOf: HeadersOf): ServerInterceptor =>
  (_, call) => {
    const inner = innerOf(call)
    const { stream, incomingEncoding: encoding } = inner
    if (encoding === 'gzip') inner.incomingEncoding = 'identity'
    const end = (code: number, details: string) => call.sendStatus({ code, details })
    const slow = setTimeout(() => end(grpcStatus.DEADLINE_EXCEEDED, 'the message did not arrive in time'), MESSAGE_MS)
    let isWhole = false
    const free: Claim = () => undefined
    let claim = free
    const count = (bytes: number) => {
      try {
        claim(bytes)
        return true
      } catch (error) {
        end(grpcStatus.UNAVAILABLE, error instanceof Error ? error.message : '')
        return false
      }
    }
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          async onReceiveMetadata(metadata, goOn) {
            if (encoding !== 'gzip' && encoding !== 'identity')
              return end(grpcStatus.UNIMPLEMENTED, `grpc-encoding "${encoding}" is not supported: send gzip or none`)
            metadata.set('content-encoding', encoding)
            const headers = headersOf({ metadata, getPeer: () => call.getPeer() })
            const admission = await admitExport(new Request('http://grpc/', { method: 'POST', headers }))
            if ('refusal' in admission) {
              const { refusal } = admission
              return call.sendStatus(toFailure(refusal, Buffer.from(await refusal.arrayBuffer())))
            }
            void withBodyMemory(admission.owner, async (ownClaim) => {
              claim = ownClaim
              stream.on('data', (part: Buffer) => count(part.length))
              if (!stream.closed) await once(stream, 'close').catch(() => undefined)
            })
            goOn(metadata)
          },
          onReceiveMessage(message: Buffer, goOn) {
            if (count(message.length)) goOn(message)
          },
          onReceiveHalfClose(goOn) {
            isWhole = true
            clearTimeout(slow)
            goOn()
          },
          onCancel() {
            clearTimeout(slow)
            // What still comes is dropped.
            claim = free
            // At once, it would overtake the answer.
            if (!isWhole) setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), CLOSE_AFTER_MS).unref()
          },
        }),
    })
  }

type Inner = { stream: ServerHttp2Stream; incomingEncoding: string }

/** What grpc-js knows of a call and does not offer. */
function innerOf(call: ServerInterceptingCallInterface): Inner {
  if ('stream' in call && call.stream instanceof Duplex && 'incomingEncoding' in call) return call as unknown as Inner
  throw new Error('this release of grpc-js keeps the stream of a call elsewhere')
}

const headersBehind =
  (proxies: number): HeadersOf =>
  (call) => {
    const all = (name: string) => call.metadata.get(name).map(String)
    const last = (name: string) => all(name).at(-1)
    const project = last('x-veritas-project')
    const address = clientAddress(all('x-forwarded-for').join(','), addressOf(call.getPeer()), proxies)
    return {
      'content-type': 'application/x-protobuf',
      // An explicit value keeps the handler from looking for a session cookie.
      authorization: last('authorization') ?? 'none',
      ...(project && { 'x-veritas-project': project }),
      ...(address && { 'x-forwarded-for': address }),
    }
  }

/** Busy errors become UNAVAILABLE: exporters treat RESOURCE_EXHAUSTED as permanent. */
function toFailure(response: Response, bytes: Buffer): Failure {
  const { code, message } = rpcStatus.toObject(rpcStatus.decode(bytes))
  const retryAfter = response.headers.get('retry-after')
  const metadata = new Metadata()
  if (retryAfter !== null) metadata.set('retry-after', retryAfter)
  const isBusy = response.status === 429 || response.status === 503
  return {
    code: isBusy ? grpcStatus.UNAVAILABLE : Number(code ?? grpcStatus.UNKNOWN),
    details: String(message ?? ''),
    metadata,
  }
}

/** Extracts the address from `127.0.0.1:4321` and `[::1]:4321`. */
function addressOf(peer: string): string | undefined {
  return /^\[?([^\]]+?)\]?:\d+$/.exec(peer.replace(/^ipv[46]:/, ''))?.[1]
}
