const CHUNK_CHARACTERS = 64 * 1024

/**
 * Streams lines as a response body, with backpressure. If the source fails the stream errors and `onBroken` is called; if the client
 * disconnects, the source is closed.
 */
export function ndjsonBody(
  lines: AsyncIterableIterator<string>,
  onBroken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isCut = false
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { text, isLast } = await nextChunk(lines)
          if (isCut) return
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (isLast) controller.close()
        } catch (error) {
          if (isCut) return
          onBroken(error)
          controller.error(error)
        }
      },
      async cancel() {
        isCut = true
        await lines.return?.()
      },
    },
    { highWaterMark: 1 },
  )
}

async function nextChunk(lines: AsyncIterableIterator<string>): Promise<{ text: string; isLast: boolean }> {
  let text = ''
  while (text.length < CHUNK_CHARACTERS) {
    const next = await lines.next()
    if (next.done) return { text, isLast: true }
    text += `${next.value}\n`
  }
  return { text, isLast: false }
}
