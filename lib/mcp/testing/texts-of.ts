/** The content of a result whose parts are all text. */
export function textsOf(result: { content: readonly unknown[] }) {
  return result.content as { type: string; text: string }[]
}
