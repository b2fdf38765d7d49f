/** Control characters and lone surrogates cannot be stored, and an identifier must be returned exactly as it was sent. */
export const isPrintable = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

export const hasVisible = (text: string) => /[^\p{Default_Ignorable_Code_Point}\p{Z}]/u.test(text)

/** Returns text of others as an identifier of at most `max` characters; undefined if nothing can be seen of it. */
export function toIdentifier(text: string | undefined, max: number): string | undefined {
  const printable = text
    ?.toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim()
    .toWellFormed()
  return printable !== undefined && hasVisible(printable) ? printable : undefined
}

/** Maximum characters of the message and of the stack of an error. */
export const ERROR_TEXT_MAX = 100_000
