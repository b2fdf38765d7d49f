const TOKEN = /[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]/gu

/** Tokens of a text by a plain count: one for every six letters or digits begun, one for every other mark. */
export function countTokens(text: string): number {
  return text.match(TOKEN)?.length ?? 0
}
