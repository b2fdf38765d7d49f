import { replayFrom, subscribe, thisMoment } from '@/lib/operations/live/changes'
import { type Reader, watchReader } from '@/lib/operations/live/watch-readers'
import { countStreams } from '@/lib/operations/metrics'
import { shutdownSignal } from '@/lib/operations/shutdown'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 1500
// Streams are reopened regularly: the session check of an open stream does not extend the session.
const LIFETIME_MS = 10 * 60_000
// A reader that is too slow is disconnected; it starts over when it reconnects.
const MAX_QUEUED = 1000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform stops the server's own compression from buffering events, the other header a proxy's.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

type EventStreamOptions = {
  /** The reader and its project: the stream ends when the reader loses access. */
  reader: Reader
  /** Time up to which the reader has seen all changes, in ms since 1970; later ones are sent. */
  sinceMs: number
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/**
 * Server-sent events of one project: `ready` as soon as no further change can be missed, then one `change` for each. `ready` states
 * whether all changes since `sinceMs` follow; if not, the reader has to refetch everything. Ids are moments of this process, used by the
 * reader to resume. `here` follows four times a minute: a reader that hears nothing has lost the connection. If changes may have been missed
 * the stream ends, and the client reopens it.
 */
export function eventStream(options: EventStreamOptions): Response {
  let release = () => {}
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    release = feed(controller, options)
  }
  const body = new ReadableStream<Uint8Array>({ start, cancel: () => release() }, { highWaterMark: MAX_QUEUED })
  return new Response(body, { headers })
}

/** Writes events until the stream ends. Returns a function that stops it without closing the controller. */
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
  const heartbeat = setInterval(() => send(message('here', {})), HEARTBEAT_MS)
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
  return `id: ${thisMoment()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Time up to which the reader has seen all changes, from the browser when it reconnects or from the page when it connects; 0 if unknown. */
export function readSince(request: Request): number {
  return replayFrom(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('since'))
}
