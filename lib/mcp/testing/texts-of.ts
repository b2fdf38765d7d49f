/** The content of a result with text parts only. */
export function textsOf(result: { content: readonly unknown[] }) {
  return result.content as { type: string; text: string }[]
}
