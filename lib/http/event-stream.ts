import { subscribe } from '@/lib/operations/live/listen'
import { type Reader, watchReader } from '@/lib/operations/live/watch-readers'
import { countStreams } from '@/lib/operations/metrics'
import { shutdownSignal } from '@/lib/operations/shutdown'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 1500
// A stream is opened anew now and then: what is read of a person's session does not lengthen it.
const LIFETIME_MS = 10 * 60_000
// A reader that does not keep up is cut off; it starts over when it is back.
const MAX_QUEUED = 1000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform keeps the server's own compression from holding events back, the other header a proxy's.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

type EventStreamOptions = {
  /** Whose stream it is, of which project: it ends when they may not read it any more. */
  reader: Reader
  /** The moment of what the reader has seen, in ms since 1970; it is told of changes after that. */
  sinceMs: number
  /** Aborted when the reader goes away. */
  signal: AbortSignal
}

/**
 * Server-sent events of one project: `ready` once no change can be missed, then one `change` for each. `ready` says
 * whether all changes since `sinceMs` follow; if not, the reader has to ask for everything anew. Ids are the server's
 * time in ms, so that a reader can say what it saw last. When changes may be missed the stream ends, to be opened again.
 */
export function eventStream(options: EventStreamOptions): Response {
  let release = () => {}
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    release = feed(controller, options)
  }
  const body = new ReadableStream<Uint8Array>({ start, cancel: () => release() }, { highWaterMark: MAX_QUEUED })
  return new Response(body, { headers })
}

/** Writes the events until something ends the stream. Returns how to stop without closing it. */
function feed(controller: ReadableStreamDefaultController<Uint8Array>, options: EventStreamOptions): () => void {
  const { reader, sinceMs, signal } = options
  const encoder = new TextEncoder()
  const ended = new AbortController()
  const release = () => {
    if (!ended.signal.aborted) countStreams(-1)
    ended.abort()
  }
  const close = () => {
    if (ended.signal.aborted) return
    release()
    controller.close()
  }
  const send = (text: string) => {
    if (ended.signal.aborted) return
    if ((controller.desiredSize ?? 0) <= 0) close()
    else controller.enqueue(encoder.encode(text))
  }
  const watch = watchReader(reader, close)
  countStreams(1)
  send(`retry: ${RETRY_MS}\n\n`)
  const unsubscribe = subscribe({
    projectId: reader.projectId,
    sinceMs,
    onReady: (isComplete) => send(message('ready', { isComplete })),
    onEvent: (event) => {
      if (event.topic === 'members' || event.topic === 'keys') watch.look()
      send(message('change', event))
    },
    onLost: close,
  })
  const heartbeat = setInterval(() => send(`id: ${Date.now()}\n: still here\n\n`), HEARTBEAT_MS)
  const lifetime = setTimeout(close, LIFETIME_MS)
  ended.signal.addEventListener('abort', () => {
    unsubscribe()
    watch.stop()
    clearInterval(heartbeat)
    clearTimeout(lifetime)
  })
  for (const source of [signal, shutdownSignal()]) {
    source.addEventListener('abort', close, { signal: ended.signal })
    if (source.aborted) close()
  }
  return release
}

function message(event: string, data: object): string {
  return `id: ${Date.now()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** What the reader saw last: told by the browser when it reconnects, by the page when it connects. Unknown: nothing. */
export function readSince(request: Request): number {
  const told = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('since')
  const ms = Number(told)
  return told && Number.isFinite(ms) ? ms : 0
}
