const beforeNumber = /(?<!\p{L})(\p{L}+)\s+(?:(?:an?|the)\s+)?(\p{L}+)\s*[$€£]?\s*$/u
const functionWord = /^(?:will|have|that|than|then|them|they|with|from|this|when|were|been|what|also|each|only|into)$/

/** The two words right before a number; none when they are only function words. */
export function contextBefore(text: string, at: number): string {
  const [, first = '', second = ''] = beforeNumber.exec(text.slice(Math.max(0, at - 60), at).toLowerCase()) ?? []
  return [first, second].some((word) => word.length >= 5 || (/^\p{L}{4}$/u.test(word) && !functionWord.test(word)))
    ? `${first} ${second}`
    : ''
}
