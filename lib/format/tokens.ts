import { formatCount, MISSING } from './number'

/** "1,787 in, 90 out": token counts of both sides, the one that was not told left out. */
export function formatTokenPair({ input, output }: { input: number | null; output: number | null }): string {
  const told = [
    input === null ? null : `${formatCount(input)} in`,
    output === null ? null : `${formatCount(output)} out`,
  ].filter(Boolean)
  return told.length > 0 ? told.join(', ') : MISSING
}
