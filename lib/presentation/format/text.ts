/** Capitalises the first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Quotes text as one word of a POSIX shell: unchanged if safe, else in single quotes. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
