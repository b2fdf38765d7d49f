const exactly = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** A threshold as people say it, ".05"; in full up to four decimals, since a score beside it may lie close. */
export function formatLimit(threshold: number): string {
  return exactly.format(threshold).replace(/^0/, '')
}
