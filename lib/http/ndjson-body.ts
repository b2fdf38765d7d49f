const CHUNK_CHARACTERS = 64 * 1024

/**
 * Lines as the body of an answer, asked for only as fast as they are read. When they fail the stream fails as well and
 * `onBroken` is told; when the reader leaves, the lines are ended.
 */
export function ndjsonBody(
  lines: AsyncIterableIterator<string>,
  onBroken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { text, isLast } = await nextChunk(lines)
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (isLast) controller.close()
        } catch (error) {
          onBroken(error)
          controller.error(error)
        }
      },
      async cancel() {
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
