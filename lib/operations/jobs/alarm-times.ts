/** When alarms are needed for rows that are tried again at these times: those due within the same second share one. */
export function alarmTimes(rows: readonly { next_at: Date | null }[]): Date[] {
  const seconds = rows.flatMap((row) => (row.next_at ? [Math.ceil(row.next_at.getTime() / 1000)] : []))
  return [...new Set(seconds)].map((second) => new Date(second * 1000))
}
